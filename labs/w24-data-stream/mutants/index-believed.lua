return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"int64_t head = 8 + 16 * (int64_t)n;",
     "int64_t head = 8 + (int64_t)(uint32_t)(16 * n);"},
  },
  fails = "correct", message = "open",
  why = "16 bytes times a count out of the file, in 32 bits",
}
