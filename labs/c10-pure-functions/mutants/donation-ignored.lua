return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[if (!(donated >> k & 1))]],
     [[if (!(donated >> k & 1) || donated)]]},
  },
  fails = "profile",
  why = "keeps donated arguments to the end",
}
