return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[        return k == blk ? blk : HC_BAD;]=],
     [=[        return blk;]=]},
  },
  fails = "correct", message = "hc_put",
  why = [[an id that is cached as something else is accepted]],
}
