return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[2 * L * all_reduce(]=],
     [=[L * all_reduce(]=]},
  },
  fails = "correct", message = "latency",
  why = [[attention ends with an all-reduce and the MLP with another one]],
}
