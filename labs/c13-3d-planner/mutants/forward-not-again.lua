return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    return most * (p->recompute ? 4 : 3) /]],
     [[    return most * 3 /]]},
  },
  fails = "correct", message = "compute",
  why = "recomputes at no cost",
}
