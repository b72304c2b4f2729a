return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[ || strcmp(a[k].name, b[k].name))]],
     [[)]]},
  },
  fails = "correct", message = "call",
  why = "compares trees without the names of their entries",
}
