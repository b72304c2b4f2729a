return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    for (int k = p / PG_AROUND * PG_AROUND; k < (p / PG_AROUND + 1) * PG_AROUND && k < m->area->pages; k++)]==],
     [==[
    for (int k = p; k < p + 1; k++)]==]},
  },
  fails = "correct", message = "minor",
  why = "a fault maps its own page alone",
}
