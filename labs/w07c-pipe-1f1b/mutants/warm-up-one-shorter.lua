return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"v == 1 ? p - s - 1 :",
     "v == 1 ? (s < p - 2 ? p - s - 2 : p - s - 1) :"},
  },
  fails = "profile", message = "makespan",
  why = "the gradient is not back yet when the stage has run out of work",
}
