return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"    edge(0, Nt, M, N, K, N, A, B, C);\n", ""},
  },
  fails = "correct", message = "mismatch",
  why = "the N % 16 columns beyond the last full tile are never computed",
}
