return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    if (b->storage == t->storage) {]],
     [[    if (b->storage == t->storage && count_of(b->dim, b->size) > 1) {]]},
  },
  fails = "correct", message = "add_: the sum over its elements",
  why = "takes one element of t for no overlap: rows behind it get the new one",
}
