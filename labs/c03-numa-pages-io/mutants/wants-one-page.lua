return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
        if (!m->wanted[k] || m->state[k] != NONE)]==],
     [==[
        if (!m->wanted[p] || m->state[k] != NONE)]==]},
  },
  fails = "correct", message = "pg_run",
  why = "a huge page though only a part of the block is wanted so",
}
