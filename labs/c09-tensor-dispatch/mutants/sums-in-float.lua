return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    double sum = 0;
    int64_t index]],
     [[    float sum = 0;
    int64_t index]]},
    {[[sum += (double)t->storage->data]],
     [[sum += t->storage->data]]},
  },
  fails = "correct", message = "element",
  why = "adds up in float: small terms are lost beside large ones",
}
