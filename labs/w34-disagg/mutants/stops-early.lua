return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[while (high > 1.01 * low)]=],
     [=[while (high > 1.2 * low)]=]},
  },
  fails = "correct", message = "1.01 times",
  why = [[the rate that is found is a fifth below the one that can be kept]],
}
