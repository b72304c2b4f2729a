return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[return 2 * active(m) + 2 * (double)m->layers]],
     [[return 2 * active(m) + 4 * (double)m->layers]]},
  },
  fails = "correct", message = "forward",
  why = "counts attention to all keys, though half are masked",
}
