return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[if (!(donated >> k & 1))]],
     [[if (j->nin < 0 && !(donated >> k & 1))]]},
  },
  fails = "correct", message = "overwritten",
  why = "lets every argument die",
}
