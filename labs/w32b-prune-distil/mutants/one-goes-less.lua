return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[stay = count[low] - 1 - k;]==],
              [==[stay = count[low] - k;]==]}},
  fails = "correct",
  why = "of the last score one more stays",
}
