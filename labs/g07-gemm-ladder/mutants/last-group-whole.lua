return mutant {
  base = "reference", file = "gemm.cu",
  replace = {{"high = min(rows - first, (int)GROUP)", "high = (int)GROUP"}},
  fails = "correct", message = "mismatch",
  why = "the last group has fewer rows: some tiles are computed twice, others never",
}
