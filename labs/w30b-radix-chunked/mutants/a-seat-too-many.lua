return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[s->nrun < s->cfg.seats &&]=],
     [=[s->nrun <= s->cfg.seats &&]=]},
  },
  fails = "correct", message = "without a free seat",
  why = [[one request more than there are seats]],
}
