return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    if (!write)
        m->state[p] = ZEROS;
    else if (takes_huge(m, p))]==],
     [==[
    if (takes_huge(m, p))]==]},
  },
  fails = "correct", message = "pg_run",
  why = "a read of fresh memory takes memory",
}
