return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[sums = o->train ? 4 : 2;]],
     [[sums = o->train ? 2 : 1;]]},
  },
  fails = "correct", message = "bytes of T_",
  why = "attention and the MLP each end in a sum over tp",
}
