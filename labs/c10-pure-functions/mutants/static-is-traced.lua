return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[        if (!same_fixed(&a->fixed[k], &b->fixed[k]))]],
     [[        if (k < 0 && !same_fixed(&a->fixed[k], &b->fixed[k]))]]},
  },
  fails = "correct", message = "call",
  why = "leaves values of static arguments out of the key",
}
