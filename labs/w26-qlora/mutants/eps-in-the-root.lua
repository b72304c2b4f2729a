return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"/ (sqrtf(v[i] * c2) + h->eps);",
     "/ sqrtf(v[i] * c2 + h->eps * h->eps);"},
  },
  fails = "correct", message = "parameter",
  why = "eps within the root: where gradients are of its size the step is another",
}
