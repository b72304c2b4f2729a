return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"t.stream[k] > chip->streams ? t.stream[k] - chip->streams : 0",
     "t.stream[k] > 4 ? t.stream[k] - 4 : 0"},
  },
  fails = "correct", message = "SS_STREAM",
  why = "has the number of streams of one chip for all",
}
