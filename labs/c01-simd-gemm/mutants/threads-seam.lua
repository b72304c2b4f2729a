return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"        mine.M = half;", "        mine.M = M / 2;"},
    {"        mine.N = half;", "        mine.N = N / 2;"},
  },
  fails = "correct", message = "sgemm_threads",
  why = "one thread counts its half from the middle, the other from the next tile: a strip is nobody's",
}
