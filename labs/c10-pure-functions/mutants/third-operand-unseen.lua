return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[    for (int k = 0; k < n; k++)
        if (leaks(&x[k]))]],
     [[    for (int k = 0; k < n && k < 2; k++)
        if (leaks(&x[k]))]]},
  },
  fails = "correct", message = "LEAK",
  why = "asks only the first two operands of select where they come from",
}
