return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[int64_t own = d < more ? 1 : t->size[d - more];]],
     [[int64_t own = d >= t->dim ? 1 : t->size[d];]]},
    {[[stride[d] = own == 1 ? 0 : t->stride[d - more];]],
     [[stride[d] = own == 1 ? 0 : t->stride[d];]]},
  },
  fails = "correct",
  why = "compares sizes from the first dimension on",
}
