return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    if (b->storage == t->storage) {]],
     [[    {]]},
  },
  fails = "correct", message = "add_: returns -1",
  why = "copies b though it lies elsewhere, and needs memory for it",
}
