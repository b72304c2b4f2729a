return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[if (wrong && l->c.policy == FATAL) {]=],
     [=[if (wrong && l->c.policy == FATAL && d.tokens - p.at < mine - done) {]=]},
  },
  fails = "correct", message = "LOADER_CORRUPT expected, twice",
  why = [[fails only on the rank that has the bad record's EOS, as it is counted]],
}
