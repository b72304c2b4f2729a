return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"pass(l, &p, mine * (l->c.world - 1 - l->c.rank));",
     "pass(l, &p, mine * (l->c.world - 1));"},
  },
  fails = "correct", message = "step",
  why = "the place behind the last row is that of the rank, not of all",
}
