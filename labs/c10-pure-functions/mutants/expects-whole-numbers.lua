return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[want = (double)n / 16]],
     [[want = (double)(n / 16)]]},
  },
  fails = "correct",
  why = "divides the number of pairs as integers",
}
