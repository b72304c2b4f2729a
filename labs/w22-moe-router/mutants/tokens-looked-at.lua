return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"if (finite_row(E, z[t])) {",
     "if (finite_row(d, x + (size_t)(t0 + t) * (size_t)d)) {"},
  },
  fails = "correct", message = "not finite",
  why = "x is looked at in place of the logits: a finite token can have an infinite one",
}
