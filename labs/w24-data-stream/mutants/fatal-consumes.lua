return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[            *bad = d.name;
            return LOADER_CORRUPT;]=],
     [=[            *bad = d.name;
            pass(l, &l->s.next, step);
            return LOADER_CORRUPT;]=]},
  },
  fails = "correct", message = "LOADER_CORRUPT expected, twice",
  why = "the step is consumed although it failed",
}
