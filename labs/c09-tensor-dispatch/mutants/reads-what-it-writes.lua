return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[if (b->storage == t->storage) {]],
     [[if (0) {]]},
  },
  fails = "correct", message = "add_",
  why = "x += x transposed reads elements that have been changed",
}
