return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[            ret[i] = x ^ y;]],
     [[            ret[i] = x;]]},
  },
  fails = "correct", message = "random_bits",
  why = "takes one of the two words as the draw",
}
