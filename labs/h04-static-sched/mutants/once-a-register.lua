return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"t.stream[k] - chip->streams : 0",
     "1 : 0"},
  },
  fails = "correct", message = "SS_STREAM",
  why = "counts a place where streams are short once, however short they are",
}
