return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"(c->gated ? 2 : 1) * matrix(c, c->d, c->ff) +",
     "matrix(c, c->d, c->ff) + (c->gated ? (int64_t)c->d * c->ff : 0) +"},
  },
  fails = "correct", message = "mismatch",
  why = "every matrix of a layer has a bias, the gate too",
}
