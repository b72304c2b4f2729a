return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[return a > b ? n * n :]],
     [[return a > b ? (int64_t)((float)n * (float)n) :]]},
  },
  fails = "correct", message = "mismatch: pairs",
  why = "counts pairs in fp32, which has 24 bits",
}
