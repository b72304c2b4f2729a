return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[a[k].kind != b[k].kind || a[k].n]],
     [[a[k].n]]},
  },
  fails = "correct", message = "call",
  why = "compares trees by the numbers of children",
}
