return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[a.known = s > 0;]==],
              [==[a.known = s >= 0;]==]}},
  fails = "correct", message = "speed_of_light",
  why = "counts a duration of 0 as known: everything is infinitely busy",
}
