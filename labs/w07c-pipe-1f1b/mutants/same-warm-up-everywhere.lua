return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"v == 1 ? p - s - 1 :",
     "v == 1 ? p - 1 :"},
  },
  fails = "correct", message = "in flight, at most",
  why = "only the first stage is p - 1 stages away from the end",
}
