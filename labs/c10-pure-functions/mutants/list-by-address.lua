return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[        if (k->fixed[s].kind == LIST_OBJECT)
            return UNHASHABLE;
]],
     [[]]},
  },
  fails = "correct", message = "call",
  why = "takes a list as a static argument",
}
