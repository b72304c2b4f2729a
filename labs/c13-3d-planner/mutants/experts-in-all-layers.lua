return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[double rest = (double)(m->layers - m->first), all = (double)m->experts * m->expert;]],
     [[double rest = (double)m->layers, all = (double)m->experts * m->expert;]]},
  },
  fails = "correct", message = "params",
  why = "counts experts in the first layers, too",
}
