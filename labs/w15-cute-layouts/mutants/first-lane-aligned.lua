return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[=[        if (at % width)]=],
     [=[        if (i < BANKS && at % width)]=]},
  },
  fails = "correct", message = "bank_conflicts",
  why = "each access is checked, not only those of the first warp",
}
