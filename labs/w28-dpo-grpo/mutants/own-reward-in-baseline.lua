return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[adv[k] = reward[k] - (sum - reward[k]) / (K - 1);]==],
               [==[adv[k] = reward[k] - sum / K;]==]}},
  fails = "correct", message = "RLOO's advantage",
  why = "the baseline has the reward that it judges in it",
}
