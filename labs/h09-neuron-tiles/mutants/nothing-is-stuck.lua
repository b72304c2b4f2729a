return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    return s->turns < n ? -1 : last;",
     "    return s->turns < n || !n ? -1 : last;"},
  },
  fails = "correct", message = "nt_time",
  why = "an empty program gets stuck",
}
