return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    return passes * forward(]],
     [[    return 3 * forward(]]},
  },
  fails = "correct", message = "reported",
  why = "prints three passes' FLOP where the paper counts four",
}
