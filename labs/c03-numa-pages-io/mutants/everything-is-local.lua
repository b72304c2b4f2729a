return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    if (m->at[page] == home)
        m->out->local++;]==],
     [==[
    if (m->at[page] >= 0)
        m->out->local++;]==]},
  },
  fails = "correct", message = "numa_run",
  why = "counts every access as local",
}
