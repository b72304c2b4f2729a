return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[            for (int k = 0; k < ops; k++)
                if (same]],
     [[            for (int k = ops ? ops - 1 : 0; k < ops; k++)
                if (same]]},
  },
  fails = "correct", message = "load_table",
  why = "compares an op's name with the line before only",
}
