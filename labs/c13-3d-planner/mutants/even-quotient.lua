return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[if (p->cp > 1 && j->seq % (2 * p->cp))]],
     [[if (p->cp > 1 && j->seq / p->cp % 2)]]},
  },
  fails = "correct", message = "faults",
  why = "asks that the quotient is even, and not that there is one without a rest",
}
