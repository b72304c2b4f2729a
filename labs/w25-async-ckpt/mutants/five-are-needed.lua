return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {"n >= 4 &&",
     "n > 4 &&"},
  },
  fails = "correct", message = "after 4 that were kept",
  why = "the guard does not judge by four values",
}
