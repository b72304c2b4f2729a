return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    int64_t first = (a->first + p) / PG_HUGE * PG_HUGE - a->first;]==],
     [==[
    int64_t first = p / PG_HUGE * PG_HUGE;]==]},
  },
  fails = "correct", message = "pg_run",
  why = "counts blocks of 2 MiB from where the area begins, not from address 0",
}
