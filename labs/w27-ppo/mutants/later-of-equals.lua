return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"len[order[k - 1]] < len[i]; k--",
     "len[order[k - 1]] <= len[i]; k--"},
  },
  fails = "correct", message = "sequence",
  why = "of equal lengths the later one goes first",
}
