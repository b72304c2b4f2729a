return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"(t == T - 1 ? score : 0));",
     "score / T);"},
  },
  fails = "correct", message = "reward",
  why = "the score is dealt out over all tokens",
}
