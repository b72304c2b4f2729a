return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"((cycle + k + BEFORE) * 2 + east) * SS_SLICES",
     "((cycle + k + BEFORE) * 2) * SS_SLICES"},
  },
  fails = "correct", message = "SS_STREAM",
  why = "values of both directions share the registers of one",
}
