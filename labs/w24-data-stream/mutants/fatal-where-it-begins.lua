return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[if (wrong && l->c.policy == FATAL) {]=],
     [=[if (wrong && l->c.policy == FATAL && p.at == 0) {]=]},
  },
  fails = "correct", message = "LOADER_CORRUPT expected, twice",
  why = [[fails only on the rank on which the bad record begins]],
}
