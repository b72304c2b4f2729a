return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[*ret = x->number != 0;]],
     [[*ret = (int)x->number;]]},
  },
  fails = "correct", message = "printed",
  why = "takes a number for an int to see whether it is true",
}
