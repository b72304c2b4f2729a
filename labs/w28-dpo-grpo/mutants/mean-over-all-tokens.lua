return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[double share = 1.0 / ((double)n * len),]==],
               [==[double share = 1.0 / (from[n] + 0 * len),]==]}},
  fails = "correct", message = "k3",
  why = "one mean over all tokens: long answers count more",
}
