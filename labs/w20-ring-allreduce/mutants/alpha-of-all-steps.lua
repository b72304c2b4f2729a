return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[    *alpha = a / (2.0 * (P - 1));]],
     [[    *alpha = a;]]},
  },
  fails = "correct", message = "alpha is",
  why = "is the height of the line at zero, which has 2(P - 1) steps in it",
}
