return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"(at->tag & SA_ON ? at->w * at->x : 0)", "at->w * at->x"},
  },
  fails = "correct", message = "sum of the cell",
  why = "an x without SA_ON is any number and adds nothing",
}
