return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"(double)S * (double)(S + 1) / 2", "(double)S * (double)S / 2"},
  },
  fails = "correct", message = "mismatch",
  why = "causal pairs are S(S+1)/2: a query meets itself",
}
