return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    return s->turns < n ? -1 : last;",
     "    return last;"},
  },
  fails = "correct", message = "nt_time",
  why = "returns the latest end though some instruction never starts",
}
