return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[int have = in->ready + in->starting, most]=],
     [=[int have = in->ready, most]=]},
  },
  fails = "correct",
  why = [[does not count the replicas that are starting]],
}
