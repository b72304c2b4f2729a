return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    if (b->storage == t->storage) {]],
     [[    if (b->storage == t->storage && b->offset <= t->offset) {]]},
  },
  fails = "correct", message = "add_: the sum over its elements",
  why = "takes a source that begins behind the target for one that is always read first",
}
