return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
        if (!m->wanted[k] || m->state[k] != NONE)]==],
     [==[
        if (!m->wanted[k] || m->state[k] > ZEROS)]==]},
  },
  fails = "correct", message = "pg_run",
  why = "forgets that a page of zeros is mapped, too",
}
