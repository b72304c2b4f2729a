return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    int64_t first = (a->first + p) / PG_HUGE]==],
     [==[
    int64_t first = ((int)a->first + p) / PG_HUGE]==]},
  },
  fails = "correct", message = "pg_run",
  why = "the page numbers of real addresses do not fit into an int",
}
