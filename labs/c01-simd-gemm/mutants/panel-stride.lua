return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"const float *ai = a + (size_t)i * K, *bj = b + (size_t)j * K;",
     "const float *ai = a + (size_t)(i / t->mr) * K, *bj = b + (size_t)j * K;"},
  },
  fails = "correct", message = "mismatch",
  why = "panels of packed A are mr·K floats apart, not K",
}
