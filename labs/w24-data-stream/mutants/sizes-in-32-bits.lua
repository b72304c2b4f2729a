return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"(int64_t)e.offset + 2 * (int64_t)e.tokens > bytes",
     "e.offset + 2 * e.tokens > (uint64_t)bytes"},
  },
  fails = "correct", message = "SHARD_SHORT expected, got 0",
  why = "two bytes times a length out of the file, in 32 bits",
}
