return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"first = plain >= held;",
     "first = plain > held;"},
  },
  fails = "correct", message = "two-equal-squares",
  why = "of two equal squares the clamped one counts, and nothing is learnt",
}
