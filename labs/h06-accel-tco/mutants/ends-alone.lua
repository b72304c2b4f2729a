return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[if (next < 0 || at < first ||]==],
     [==[if (next < 0 || l[k].hi < l[next].hi ||]==]},
  },
  fails = "correct",
  why = [[between the winners at both ends a third may be the cheapest]],
}
