return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"        blocked(&t, M, N, K, A, K, B, N, C, N, space);",
     "        sgemm_simd(M, N, K, A, B, C);"},
  },
  fails = "profile", message = "l1_miss of sgemm_packed",
  why = "the register tile alone still reads B down its columns",
}
