return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[a.known && a.part[u] > top]==],
              [==[a.known && a.part[u] >= top]==]}},
  fails = "correct", message = "unit",
  why = "of equal units the last one: a launch in which nothing was counted shows it",
}
