return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"w.rank[v] = w.behind[v] * 8 +",
     "w.rank[v] = -v * 8 + 0 *"},
  },
  fails = "profile",
  why = "takes nodes in the order of their numbers",
}
