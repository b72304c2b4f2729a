return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"for (int P = 1; P <= RANKS_MOST; P++)",
     "for (int P = 3; P <= 5; P += 2)"},
  },
  fails = "profile", message = "all-reduce-unseen",
  why = "three ranks and five: neither one, nor as many as a node has",
}
