return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[        if (size[d] > LARGEST / n)]],
     [[        if (size[d] >= LARGEST / n)]]},
  },
  fails = "correct", message = "tensor_new: returns -2",
  why = "refuses 2^40 elements, which are not more than 2^40",
}
