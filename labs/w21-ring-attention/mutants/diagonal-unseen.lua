return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[a == b ? n * (n + 1) / 2 : 0;]],
     [[a == b ? n * (n - 1) / 2 : 0;]]},
  },
  fails = "correct", message = "pairs[0]",
  why = "a query does not see its own key",
}
