return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"SS_ORDERS > 1 ? w->ready[in[0]] : from",
     "from"},
  },
  fails = "profile",
  why = "a node begins when the one before it has been written",
}
