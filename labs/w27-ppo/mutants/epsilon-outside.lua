return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"1 / sqrt(squares / count + 1e-8)",
     "1 / (sqrt(squares / count) + 1e-8)"},
  },
  fails = "correct", message = "hardly-apart",
  why = "1e-8 is added to the deviation and not to the variance",
}
