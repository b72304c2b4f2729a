return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    if (e->c.kind == EVICT_H2O)
        add_rows]==],
     [==[    if (e->c.kind == EVICT_H2O && S > e->c.budget)
        add_rows]==]},
  },
  fails = "correct", message = "should be byte",
  why = "H2O does not listen to a prompt that fits: the sums are missing later",
}
