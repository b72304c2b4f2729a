return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    if (p->cp > 1 && j->seq % (2 * p->cp))]],
     [[    if (p->cp > 1 && j->seq % p->cp)]]},
  },
  fails = "correct", message = "faults",
  why = "lets cp divide the sequence once, and zigzag needs twice as many pieces",
}
