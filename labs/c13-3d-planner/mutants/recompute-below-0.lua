return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[if ((p->zero != 0 && p->zero != 1 && (p->zero != 3 || p->pp > 1)) || p->recompute < 0 || p->recompute > 1)]],
     [[if ((p->zero != 0 && p->zero != 1 && (p->zero != 3 || p->pp > 1)) || p->recompute > 1)]]},
  },
  fails = "correct", message = "faults",
  why = "asks that recompute is at most 1, and takes -1",
}
