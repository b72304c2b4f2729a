return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"count += mask[i] != 0;",
     "count += mask[i] == 1;"},
  },
  fails = "correct", message = "place",
  why = "only masks of 1 count as places",
}
