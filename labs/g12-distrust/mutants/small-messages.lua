return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"sizes[] = { 0, 1, 17, FLOATS }, eager[] = { 0, 16, 1 << 20 };",
     "sizes[] = { 0, 1, 17, FLOATS }, eager[] = { 1 << 20 };"},
  },
  fails = "correct", message = "ALL_GATHER",
  why = "every message fits into what a send may leave behind: nothing hangs",
}
