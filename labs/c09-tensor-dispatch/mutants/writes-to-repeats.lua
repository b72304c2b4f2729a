return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[        if (t->size[d] > 1 && t->stride[d] == 0 && count_of(t->dim, t->size))
            return BAD;]],
     [[        if (t->size[d] < 0)
            return BAD;]]},
  },
  fails = "correct", message = "add_",
  why = "adds to a tensor that repeats itself: one element is changed several times",
}
