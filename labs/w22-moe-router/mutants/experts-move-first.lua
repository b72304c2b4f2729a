return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"dot += err[q] * s->y[j * m->o + q];",
     "dot += err[q] * (s->y[j * m->o + q] - .25 * w[j] * err[q]);"},
  },
  fails = "correct", message = "Wg",
  why = "the gate's gradient is taken with experts that have already moved",
}
