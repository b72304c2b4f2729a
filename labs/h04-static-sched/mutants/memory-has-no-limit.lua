return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"return accesses > most ? accesses : most",
     "return most"},
  },
  fails = "correct", message = "ss_bound",
  why = "forgets that memory slices issue one read or write a cycle",
}
