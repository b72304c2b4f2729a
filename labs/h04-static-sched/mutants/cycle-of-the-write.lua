return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"cycles = write + 1 > cycles ? write + 1 : cycles",
     "cycles = write > cycles ? write : cycles"},
  },
  fails = "correct", message = "what it returns",
  why = "the cycles of a plan end before its last write",
}
