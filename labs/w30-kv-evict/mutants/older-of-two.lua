return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[worst = score[j] < score[worst] ? j : worst;]==],
     [==[worst = score[j] <= score[worst] ? j : worst;]==]},
  },
  fails = "correct", message = "should be byte",
  why = "of equal scores the older one is better when a step evicts",
}
