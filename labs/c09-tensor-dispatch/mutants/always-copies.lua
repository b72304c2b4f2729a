return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    if (!is_contiguous(t))
        return copy(t, ret);
    share(t, ret);
    return OK;]],
     [[    return copy(t, ret);]]},
  },
  fails = "correct", message = "contiguous",
  why = "copies what is contiguous already",
}
