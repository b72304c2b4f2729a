return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[31 - __builtin_clz(left)]],
     [[__builtin_ctz(left)]]},
  },
  fails = "correct", message = "kernel 0",
  why = "asks the smallest key first: the backend alone ever runs",
}
