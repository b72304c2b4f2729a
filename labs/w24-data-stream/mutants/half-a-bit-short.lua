return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"(int64_t)1 << 2 * b < n",
     "(int64_t)1 << 2 * b < n - 1"},
  },
  fails = "correct", message = "permute",
  why = "b is one short where n is just above a power of 4",
}
