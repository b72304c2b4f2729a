return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[n += counts[r] != 0;]==],
              [==[n += counts[r];]==]}},
  fails = "correct",
  why = "counts is 0 or not 0, and no weight",
}
