return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[k++ == 40]=],
     [=[k++ == 20]=]},
  },
  fails = "correct", message = "curve",
  why = [[the search gives up after twenty halvings]],
}
