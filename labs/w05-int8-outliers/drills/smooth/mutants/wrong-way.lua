return mutant {
  base = "reference", file = "smooth.c",
  replace = {{"X[j] /= s[j]", "X[j] *= s[j]"}, {"W[j] *= s[j]", "W[j] /= s[j]"}},
  fails = "correct", message = "mismatch: X",
  why = "X is multiplied and W divided: the product holds, and the outliers grow",
}
