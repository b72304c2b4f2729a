return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"for (int P = 1; P <= RANKS_MOST; P++)",
     "for (int P = 1; P <= 2; P++)"},
  },
  fails = "correct", message = "ALL_REDUCE",
  why = "two ranks are what a workstation has",
}
