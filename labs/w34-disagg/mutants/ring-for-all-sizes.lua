return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[ring < direct ? ring : direct]=],
     [=[ring]=]},
  },
  fails = "correct", message = "all_reduce",
  why = [[a small all-reduce is faster if everybody sends everything at once]],
}
