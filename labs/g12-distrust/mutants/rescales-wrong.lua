return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"l = l * expf(m - top) + expf(x[i] - top);",
     "l = l * expf(top - m) + expf(x[i] - top);"},
  },
  fails = "correct", message = "softmax",
  why = "the old sum is rescaled by the inverse",
}
