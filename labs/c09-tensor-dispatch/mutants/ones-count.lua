return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[if (t->size[d] != 1 && t->stride[d] != step)]],
     [[if (t->stride[d] != step)]]},
  },
  fails = "correct",
  why = "asks for the stride of a dimension with one element, which is never used",
}
