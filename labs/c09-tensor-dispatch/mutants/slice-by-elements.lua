return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[ret->offset += from * t->stride[d];]],
     [[ret->offset += from;]]},
  },
  fails = "correct", message = "slice",
  why = "moves the offset by indices and not by strides",
}
