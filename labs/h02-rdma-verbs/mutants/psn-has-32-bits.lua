return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[p->psn = psn & PSN]==],
     [==[p->psn = psn]==]},
  },
  fails = "correct", message = "psn",
  why = "numbers leave their 24 bits at either end",
}
