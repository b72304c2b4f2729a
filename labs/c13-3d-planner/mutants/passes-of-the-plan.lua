return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    return passes * forward(]],
     [[    return (passes ? p->recompute ? 4 : 3 : 0) * forward(]]},
  },
  fails = "correct", message = "reported",
  why = "counts what the plan does, and not what the paper counts",
}
