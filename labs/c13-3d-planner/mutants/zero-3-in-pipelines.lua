return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[(p->zero != 3 || p->pp > 1)]],
     [[p->zero != 3]]},
  },
  fails = "correct", message = "faults",
  why = "lets weights be sharded within a pipeline",
}
