return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[        if (!same_type(&a->aval[k], &b->aval[k]))
            return 0;
    for]],
     [[        if (a->aval[k].dtype != b->aval[k].dtype || a->aval[k].weak != b->aval[k].weak ||
            cells_of(&a->aval[k]) != cells_of(&b->aval[k]))
            return 0;
    for]]},
  },
  fails = "correct", message = "call",
  why = "takes [8] and [8,1] for the same shape",
}
