return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"if (matmul_wrong(f, sizes[k][0], sizes[k][1], sizes[k][2], pad))",
     "if (matmul_wrong(f, sizes[k][0], sizes[k][0], sizes[k][0], pad))"},
  },
  fails = "correct", message = "MATMUL",
  why = "only square matrices, and dense ones",
}
