return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"double count = places(n, mask), by = count > 0",
     "double count = n, by = count > 0"},
  },
  fails = "correct", message = "place",
  why = "the loss is divided by all places",
}
