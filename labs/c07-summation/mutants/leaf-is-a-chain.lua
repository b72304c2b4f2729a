return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"        return leaf(n, x);", "        return sm_naive(n, x);"},
  },
  fails = "correct", message = "stalls: pairwise",
  why = "a leaf of 512 in one chain is 512 additions for its first element",
}
