return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[        if (size[d] < 0 || (own != 1]],
     [[        if ((own != 1]]},
  },
  fails = "correct", message = "expand: returns 0",
  why = "repeats a dimension of one element -1 times",
}
