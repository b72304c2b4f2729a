return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    else if (e->c.kind == EVICT_SAGE)
        add_rows]==],
     [==[    else if (e->c.kind == EVICT_SAGE && S > e->c.budget)
        add_rows]==]},
  },
  fails = "correct", message = "should be byte",
  why = "SAGE does not listen to a prompt that fits, and has nothing to choose by later",
}
