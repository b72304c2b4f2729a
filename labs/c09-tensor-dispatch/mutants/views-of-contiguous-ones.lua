return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[if (count_of(dim, size) && !restride(t, dim, size, v.stride))]],
     [[if (!is_contiguous(t))]]},
  },
  fails = "correct", message = "view",
  why = "refuses a view of anything that is not contiguous, though strides could say it",
}
