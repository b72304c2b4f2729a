return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"squares / count + 1e-8",
     "squares / (count - 1) + 1e-8"},
  },
  fails = "correct", message = "place",
  why = "the variance is divided by one less than their number",
}
