return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"float c1 = (float)(h->lr / (1 - pow(h->beta1, step))), c2 = (float)(1 / (1 - pow(h->beta2, step)));",
     "float c1 = h->lr, c2 = 1;"},
  },
  fails = "correct", message = "parameter",
  why = "moments that began at 0 are taken as they are",
}
