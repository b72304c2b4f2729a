return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"t.slice[k] > 1 ? t.slice[k] - 1 : 0",
     "t.slice[k] * (t.slice[k] - 1) / 2"},
  },
  fails = "correct", message = "SS_SLICE",
  why = "three instructions in one cycle are counted as three pairs",
}
