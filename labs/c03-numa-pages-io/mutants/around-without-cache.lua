return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
        if (m->cached[k])
            m->state[k] = SMALL;]==],
     [==[
        if (k < m->last)
            m->state[k] = SMALL;]==]},
  },
  fails = "correct", message = "pg_run",
  why = "maps pages around that nobody has read",
}
