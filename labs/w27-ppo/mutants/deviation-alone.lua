return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"1 / sqrt(squares / count + 1e-8)",
     "1 / sqrt(squares / count)"},
  },
  fails = "correct", message = "all-alike",
  why = "nothing is added to the variance: equal advantages are divided by 0",
}
