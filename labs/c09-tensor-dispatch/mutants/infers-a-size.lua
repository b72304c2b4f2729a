return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    struct tensor v = *t;
    if (!sizes_ok]],
     [[    struct tensor v = *t;
    int64_t all = count_of(t->dim, t->size);
    if (dim == 1 && size[0] == -1)
        size = &all;
    if (!sizes_ok]]},
  },
  fails = "correct", message = "view: returns 0",
  why = [[takes -1 for "whatever is left", as Python's view does]],
}
