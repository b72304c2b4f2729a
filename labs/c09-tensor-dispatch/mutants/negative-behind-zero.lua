return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[        if (size[d] == 0)
            n = 0;
    }]],
     [[        if (size[d] == 0)
            return 1;
    }]]},
  },
  fails = "correct", message = "tensor_new: returns 0",
  why = "stops at a size of 0, and does not see the one below 0 behind it",
}
