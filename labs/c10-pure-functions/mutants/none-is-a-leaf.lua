return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[    if (t->kind == LEAF)
        *(*leaf)++]],
     [[    if (t->kind <= NONE)
        *(*leaf)++]]},
  },
  fails = "correct",
  why = "counts None as a leaf",
}
