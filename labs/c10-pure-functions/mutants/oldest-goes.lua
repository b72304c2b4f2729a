return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[            c->entry[n].used = ++c->clock;
]],
     [[]]},
  },
  fails = "correct", message = "call",
  why = "makes room by age, not by use",
}
