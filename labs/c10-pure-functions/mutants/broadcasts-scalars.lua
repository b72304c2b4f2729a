return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[a.aval.rank == 0 || same_shape]],
     [[same_shape]]},
  },
  fails = "correct", message = "line",
  why = "repeats what has rank 0",
}
