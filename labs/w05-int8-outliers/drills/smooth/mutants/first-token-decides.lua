return mutant {
  base = "reference", file = "smooth.c",
  replace = {{"largest(X, m, k, s);", "largest(X, 1, k, s);"}},
  fails = "correct", message = "mismatch: s",
  why = "maxima of one token only, as if each had its own scale",
}
