return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    int first = p / PG_AHEAD * PG_AHEAD;]==],
     [==[
    int first = p;]==]},
  },
  fails = "correct", message = "pg_run",
  why = "reads ahead from the fault on, not the aligned group",
}
