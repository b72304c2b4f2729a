return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"learn[at[i] + t] = t + 1 < len[i];",
     "learn[at[i] + t] = 1;"},
  },
  fails = "correct", message = "learn",
  why = "the last token of a sequence learns the first one of its neighbour",
}
