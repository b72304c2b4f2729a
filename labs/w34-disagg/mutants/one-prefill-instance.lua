return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[pre[a].pp) > 0; n++)]=],
     [=[pre[a].pp) > 0 && n < 2; n++)]=]},
  },
  fails = "correct", message = "the best of",
  why = [[how many instances a pool has is half of the search]],
}
