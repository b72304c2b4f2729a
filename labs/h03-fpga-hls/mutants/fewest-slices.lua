return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[if (least < 0 || upto[layers].c[k].cycles < least)]],
     [[if (least < 0)]]},
  },
  fails = "profile",
  why = "what is left of the budget is no use to anybody",
}
