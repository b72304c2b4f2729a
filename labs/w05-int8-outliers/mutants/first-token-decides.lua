return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[int found = outliers(X, m, k,]==],
     [==[int found = outliers(X, 1, k,]==]},
  },
  fails = "correct", message = "mismatch: token",
  why = "a channel counts as an outlier only if the first token says so",
}
