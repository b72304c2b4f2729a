return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"(g[k].swaps ? g[k].largest : g[k].memory)",
     "g[k].memory"},
  },
  fails = "correct", message = "expected",
  why = "a group that swaps has to hold all of its roles",
}
