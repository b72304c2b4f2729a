return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"v == 1 ? p - s - 1 :",
     "v == 1 ? p - s :"},
  },
  fails = "correct", message = "in flight, at most",
  why = "the forward before each backward belongs to those in flight",
}
