return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"first = plain >= held;",
     "first = plain <= held;"},
  },
  fails = "correct", message = "by v",
  why = "the value loss takes the smaller of its squares",
}
