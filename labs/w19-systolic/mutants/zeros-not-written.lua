return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {[=[r == in->row ? in->w[c]]=],
     [=[r == in->row && in->w[c] ? in->w[c]]=]},
  },
  fails = "correct", message = "shadow of the cell",
  why = "a zero is a weight like any other, and the old one must go",
}
