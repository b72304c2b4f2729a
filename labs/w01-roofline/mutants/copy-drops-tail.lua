return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"        copy_avx512(dst, src, n);", "        copy_avx512(dst, src, n & ~(int64_t)15);"},
    {"        copy_avx2(dst, src, n);", "        copy_avx2(dst, src, n & ~(int64_t)15);"},
    {"        copy_sse(dst, src, n);", "        copy_sse(dst, src, n & ~(int64_t)15);"},
  },
  fails = "correct", message = "mismatch",
  why = "n is not always a multiple of the vector",
}
