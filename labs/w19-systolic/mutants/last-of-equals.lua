return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"(best >= 0 && bytes >= best)", "(best >= 0 && bytes > best)"},
  },
  fails = "correct", message = "layout_best",
  why = "of several orders the first counts",
}
