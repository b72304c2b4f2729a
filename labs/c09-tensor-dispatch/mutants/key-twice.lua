return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[if (!fn || seen >> key & 1)]],
     [[if (!fn)]]},
  },
  fails = "correct", message = "load_table",
  why = "lets a line say two kernels for one key",
}
