return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[if (!same_type(&a->aval[k], &b->aval[k]))]],
     [[if (a->aval[k].dtype != b->aval[k].dtype || !same_shape(&a->aval[k], &b->aval[k]))]]},
  },
  fails = "correct", message = "call",
  why = "finds programs by dtype and shape, weak or not",
}
