return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
        memset(m->state + block_of(m->area, p), SMALL, PG_HUGE);]==],
     [==[
        memset(m->state + block_of(m->area, p), NONE, PG_HUGE);]==]},
  },
  fails = "correct", message = "pg_run",
  why = "a dropped page takes its whole huge page along",
}
