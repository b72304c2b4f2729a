return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"p = as_rounded(x[k] * y[k]), e = fmaf(x[k], y[k], -p);", "p = as_rounded(x[k] * y[k]), e = 0;"},
  },
  fails = "correct", message = "dot",
  why = "the additions are compensated and the products are not",
}
