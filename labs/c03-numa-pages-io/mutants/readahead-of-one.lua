return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    for (int k = first; k < first + PG_AHEAD && k < m->last; k++)]==],
     [==[
    for (int k = p; k < p + 1; k++)]==]},
  },
  fails = "correct", message = "pg_run",
  why = "every page of a file is a major fault",
}
