return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[    return 2.0 * (P - 1) / P * bytes / seconds;]],
     [[    return 1.0 * (P - 1) / P * bytes / seconds;]]},
  },
  fails = "correct", message = "mismatch: bus",
  why = "counts the reduce-scatter and forgets the way back",
}
