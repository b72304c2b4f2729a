return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    if (m->state[p] >= SMALL || (m->state[p] == ZEROS && !write))]==],
     [==[
    if (m->state[p] >= ZEROS)]==]},
  },
  fails = "correct", message = "minor",
  why = "a write to a page of zeros costs no fault",
}
