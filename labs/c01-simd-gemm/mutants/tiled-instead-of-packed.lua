return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"        blocked(&t, M, N, K, A, K, B, N, C, N, space);",
     "        sgemm_tiled(M, N, K, A, B, C);"},
  },
  fails = "profile", message = "l1_miss of sgemm_packed",
  why = "tiles read in place at 256 columns fall into a quarter of the cache's sets",
}
