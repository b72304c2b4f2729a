return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"pack_4_rows(mr, k, A + r * lda, lda, out + r);",
     "pack_4_rows(mr, k, A + (size_t)r * k, (size_t)k, out + r);"},
  },
  fails = "correct", message = "sgemm_packed",
  why = "the depth of the block is taken for the row stride of A: right until K exceeds kc",
}
