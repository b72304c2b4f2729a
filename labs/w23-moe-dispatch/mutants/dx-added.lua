return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    memset(dx, 0, row(p, p->T));
]],
     [[]]},
  },
  fails = "correct", message = "mismatch: dx",
  why = "adds to what dx holds",
}
