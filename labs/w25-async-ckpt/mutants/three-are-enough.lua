return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {"n >= 4 &&",
     "n >= 3 &&"},
  },
  fails = "correct", message = "after 3 that were kept",
  why = "the guard judges by three values, of which one is large",
}
