return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"if (n > 0 && wrong)",
     "if (n > 0 && wrong < 0)"},
  },
  fails = "correct", message = "step",
  why = "the tokens of a bad record are delivered as they are",
}
