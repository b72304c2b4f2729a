return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[for (p.recompute = 0; p.recompute < 2; p.recompute++) {]],
     [[for (p.recompute = 0; p.recompute < (p.chunks > 1 ? 1 : 2); p.recompute++) {]]},
  },
  fails = "correct", message = "row",
  why = "recomputes in plain 1F1B alone",
}
