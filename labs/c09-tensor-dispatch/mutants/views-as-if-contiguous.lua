return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    if (count_of(dim, size) && !restride(t, dim, size, v.stride))
        return BAD;
]],
     [[]]},
  },
  fails = "correct", message = "view",
  why = "gives any tensor contiguous strides: after a transpose these are other elements",
}
