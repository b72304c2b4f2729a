return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"(c->gated ? 2 : 1) * matrix(c, c->d, c->ff)", "matrix(c, c->d, c->ff)"},
  },
  fails = "correct", message = "mismatch",
  why = "a gated MLP has three matrices",
}
