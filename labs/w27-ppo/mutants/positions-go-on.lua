return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"position[at[i] + t] = t;",
     "position[at[i] + t] = at[i] + t;"},
  },
  fails = "correct", message = "position",
  why = "positions go on through the row",
}
