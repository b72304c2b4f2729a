return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {[[    for (int r = P - 1; r >= 0; r--)
        for (int c = P - 1;]],
     [[    for (int r = (P > 16 ? 16 : P) - 1; r >= 0; r--)
        for (int c = P - 1;]]},
  },
  fails = "correct", message = "P = 32",
  why = "SA_MAX is 32: an array may have more rows than sixteen",
}
