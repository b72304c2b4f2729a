return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"(accesses + memories - 1) / memories",
     "accesses / memories"},
  },
  fails = "correct", message = "ss_bound",
  why = "a part of a cycle is a cycle",
}
