return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[(p->pp == 1 ? 2 : 1)) / (double)p->tp;]],
     [[(p->pp == 1 ? 2 : 1)) / (double)(p->tp * p->cp);]]},
  },
  fails = "correct", message = "expected",
  why = "divides weights by cp, whose ranks are replicas",
}
