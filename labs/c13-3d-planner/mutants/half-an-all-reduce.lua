return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[2 * share(tp) * bytes / wire(k, p->tp);]],
     [[share(tp) * bytes / wire(k, p->tp);]]},
  },
  fails = "correct", message = "tp",
  why = "counts the sums' way there and not back",
}
