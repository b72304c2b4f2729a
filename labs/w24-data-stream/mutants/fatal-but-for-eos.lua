return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[if (wrong && l->c.policy == FATAL) {]=],
     [=[if (wrong && l->c.policy == FATAL && p.at < d.tokens) {]=]},
  },
  fails = "correct", message = "is bad, the name was",
  why = [[a rank that has nothing of a bad record but its EOS does not fail]],
}
