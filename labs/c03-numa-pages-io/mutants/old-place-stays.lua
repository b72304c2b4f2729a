return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    m->out->pages[m->at[page]]--;
]==],
     [==[
]==]},
  },
  fails = "correct", message = "numa_run",
  why = "a moved page is counted on both nodes",
}
