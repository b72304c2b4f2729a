return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"fits &= issue(&w->t, x, c, by) <= 1;",
     "fits &= (issue(&w->t, x, c, by) <= 1) | (k > 0);"},
  },
  fails = "correct", message = "instructions in cycle",
  why = "looks at the first stage of a chain alone",
}
