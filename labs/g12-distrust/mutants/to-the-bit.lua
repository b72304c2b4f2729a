return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"if (!(fabs(C[at] - want) <= 1e-5 * size))",
     "if (C[at] != (float)want)"},
  },
  fails = "correct", message = "twin of the exhibit",
  why = "float sums are compared with a double to the bit",
}
