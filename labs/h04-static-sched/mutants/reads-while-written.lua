return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"read <= written(",
     "read < written("},
  },
  fails = "correct", message = "SS_EARLY",
  why = "reads a value in the cycle in which it is written",
}
