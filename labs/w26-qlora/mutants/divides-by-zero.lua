return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"int low = s > 0 ? level_of(w[i] / s) : 7,",
     "int low = level_of(w[i] / s),"},
  },
  fails = "correct", message = "zero-blocks",
  why = "a scale of 0 is divided by",
}
