return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"k <= apart(from, to); k++) {",
     "k < apart(from, to); k++) {"},
  },
  fails = "correct", message = "SS_STREAM",
  why = "a value is no longer in a register at the place where it is taken",
}
