return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[            if (t.step < s->step) {]],
     [[            if (isinf(s->step)) {]]},
  },
  fails = "correct", message = "row",
  why = "takes the first plan that fits",
}
