return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"    return (a <= 1) & (flow(&w->t, q, m",
     "    return (a <= 9) & (flow(&w->t, q, m"},
  },
  fails = "correct", message = "instructions in cycle",
  why = "a write into a slice that is busy would have to wait",
}
