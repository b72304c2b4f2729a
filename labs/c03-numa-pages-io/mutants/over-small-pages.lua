return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
        if (!m->wanted[k] || m->state[k] != NONE)]==],
     [==[
        if (!m->wanted[k] || m->state[k] >= HUGE)]==]},
  },
  fails = "correct", message = "pg_run",
  why = "a huge page over pages that are there already",
}
