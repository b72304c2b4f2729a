return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[if (j->constant[k].array == x->array)]],
     [[if (j->constant[k].array == x->array && k < 0)]]},
  },
  fails = "correct", message = "line",
  why = "makes a constant of an array at each use",
}
