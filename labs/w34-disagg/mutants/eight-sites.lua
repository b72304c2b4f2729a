return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[struct site site[DS_SITES];]=],
     [=[struct site site[8];]=]},
  },
  fails = "correct",
  why = [[room for eight sites, and there may be sixteen]],
}
