return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {"float r = 1 / sqrtf(total(s) / (float)d + eps);",
     "float r = 1 / sqrtf(total(s) / (float)d + 1e-5f + 0 * eps);"},
  },
  fails = "correct", message = "norm-small",
  why = "eps is an argument, and small numbers see it",
}
