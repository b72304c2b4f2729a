return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[for (int k = 0; k < a->leaves; k++)]],
     [[for (int k = 0; k < a->leaves && k < 1; k++)]]},
  },
  fails = "correct", message = "call",
  why = "compares the type of the first leaf only",
}
