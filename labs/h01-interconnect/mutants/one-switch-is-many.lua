return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"switches > 1 ? IC_PXB",
     "switches > 0 ? IC_PXB"},
  },
  fails = "correct", message = "expected",
  why = "counts one switch as several",
}
