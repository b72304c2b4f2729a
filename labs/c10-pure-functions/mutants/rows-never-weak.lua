return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[{ xs->dtype, xs->weak, xs->rank - 1,]],
     [[{ xs->dtype, 0, xs->rank - 1,]]},
  },
  fails = "correct", message = "weak",
  why = "gives the body of a scan rows that are not weak",
}
