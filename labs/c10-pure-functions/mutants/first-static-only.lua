return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[for (int k = 0; k < a->nstatic; k++)
        if (!same_fixed]],
     [[for (int k = 0; k < a->nstatic && k < 1; k++)
        if (!same_fixed]]},
  },
  fails = "correct", message = "call",
  why = "compares the first static argument only",
}
