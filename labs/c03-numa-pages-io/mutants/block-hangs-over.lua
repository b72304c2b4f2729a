return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    return first >= 0 && first + PG_HUGE <= a->pages ? (int)first : -1;]==],
     [==[
    return first + PG_HUGE <= a->pages ? first < 0 ? 0 : (int)first : -1;]==]},
  },
  fails = "correct", message = "pg_run",
  why = "takes a huge page of which the beginning is outside the area",
}
