return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[            return; /* with recomputation it is longer still */]],
     [[            s->step = 0;]]},
  },
  fails = "correct", message = "row",
  why = "gives up on a plan whose arithmetic is longer without recomputation, and on all others with it",
}
