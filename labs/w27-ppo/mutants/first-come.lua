return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"k > 0 && len[order[k - 1]] < len[i]; k--",
     "k > 0 && len[order[k - 1]] < 0; k--"},
  },
  fails = "correct", message = "sequence",
  why = "sequences are placed in the order of their numbers",
}
