return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[all = s->own ? DS_SEATS : 1;]=],
     [=[all = DS_SEATS;]=]},
  },
  fails = "correct",
  why = [[all that were lost are computed again in one pass, for which everybody waits]],
}
