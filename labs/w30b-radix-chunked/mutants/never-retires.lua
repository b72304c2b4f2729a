return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    retire(s, b);
]=],
     [=[    if (s->cfg.seats < 0)
        retire(s, b);
]=]},
  },
  fails = "correct", message = "pass",
  why = [[a request keeps its seat when it has ended]],
}
