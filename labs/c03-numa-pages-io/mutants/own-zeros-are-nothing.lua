return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    else if (takes_huge(m, p))]==],
     [==[
    else if (m->state[p] = NONE, takes_huge(m, p))]==]},
  },
  fails = "correct", message = "pg_run",
  why = "a write to a page of zeros takes a huge page, if no other page of the block is mapped",
}
