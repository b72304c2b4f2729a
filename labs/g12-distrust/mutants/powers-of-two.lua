return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"for (int P = 1; P <= RANKS_MOST; P++)",
     "for (int P = 1; P <= RANKS_MOST; P *= 2)"},
  },
  fails = "correct", message = "ALL_REDUCE",
  why = "ranks are doubled from case to case: every all-reduce for powers of two passes",
}
