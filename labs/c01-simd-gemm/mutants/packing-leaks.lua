return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"        sgemm_simd(M, N, K, A, B, C); /* slower, and needs no memory */\n    free(raw);\n",
     "        sgemm_simd(M, N, K, A, B, C); /* slower, and needs no memory */\n"},
  },
  fails = "sanitize", message = "leak",
  why = "the packing buffers are allocated in every call and never freed",
}
