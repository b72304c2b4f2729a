return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[2 * share(tp) * bytes / wire(k, p->tp);]],
     [[2 * share(tp) * bytes / k->link;]]},
  },
  fails = "correct", message = "tp",
  why = "gives tensor parallelism NVLink, however many nodes it spans",
}
