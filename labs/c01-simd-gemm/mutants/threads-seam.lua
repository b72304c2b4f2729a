return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"        mine.M = half;", "        mine.M = M / 2;"},
    {"        mine.N = half;", "        mine.N = N / 2;"},
  },
  fails = "correct", message = "sgemm_threads",
  why = "one half ends in the middle, the other begins at the next tile: a strip is nobody's",
}
