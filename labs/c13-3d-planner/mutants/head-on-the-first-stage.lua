return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[(p->pp == 1 ? 2 : 1)) / (double)p->tp;]],
     [[2) / (double)p->tp;]]},
  },
  fails = "correct", message = "weights",
  why = "gives the first stage the head of a pipeline",
}
