return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[e->kind == EV_LOST]=],
     [=[0 * e->kind]=]},
  },
  fails = "correct",
  why = [[a cache that was lost is decoded from]],
}
