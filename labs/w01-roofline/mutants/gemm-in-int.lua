return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"double M = (double)m, N = (double)n, K = (double)k;",
     "int M = (int)m, N = (int)n, K = (int)k;"},
  },
  fails = "correct", message = "mismatch",
  why = "the product of three ints passes 2^31 long before the answer is interesting",
}
