return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"read < 0 || (",
     "("},
  },
  fails = "correct", message = "SS_EARLY",
  why = "a read in a cycle before 0 is no fault",
}
