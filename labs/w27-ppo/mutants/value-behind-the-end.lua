return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"double a = 0, next = 0;",
     "double a = 0, next = T > 0 ? v[T - 1] : 0;"},
  },
  fails = "correct", message = "advantage",
  why = "the last value is taken once more for the one behind the end, as if the answer had been cut",
}
