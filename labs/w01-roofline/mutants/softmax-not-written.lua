return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"return cost_elementwise(rows * cols, 1, 1, 5, b);",
     "return cost_elementwise(rows * cols, 1, 0, 5, b);"},
  },
  fails = "correct", message = "mismatch",
  why = "softmax writes as many bytes as it reads",
}
