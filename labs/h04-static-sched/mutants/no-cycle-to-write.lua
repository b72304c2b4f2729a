return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"apart(p, m) + 1) + chip->lat[m]",
     "apart(p, m)) + chip->lat[m]"},
  },
  fails = "correct", message = "ss_bound",
  why = "a value can be read in the cycle of its write",
}
