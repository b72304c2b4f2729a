return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {[[? at->w * at->x :]],
     [[? (at->w < -127 ? -127 : at->w) * at->x :]]},
  },
  fails = "correct", message = "sum of the cell",
  why = "-128 is a weight too",
}
