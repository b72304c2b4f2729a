return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[if (idx[k] < -1 || idx[k] >= p->m.E)]],
     [[if (idx[k] >= p->m.E)]]},
  },
  fails = "correct", message = "less-than-dropped",
  why = "takes every number below 0 for a dropped choice",
}
