return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"int c = 8 * (apart(q, m) + (to < 0 ? 0 : apart(m, to) + w->chip->lat[m])) + w->even * w->load[m];",
     "int c = m + 0 * to + 0 * apart(q, m);"},
  },
  fails = "profile",
  why = "keeps values in the first slice that is free, however far away",
}
