return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    if ((p->pp == 1 && p->chunks != 1) || p->pp * p->chunks * n - m->layers > 2 * n)]],
     [[    if (p->pp == 1 && p->chunks != 1)]]},
    {[[    int64_t n = over(m->layers, p->pp * p->chunks);
    if]],
     [[    if]]},
  },
  fails = "correct", message = "faults",
  why = "lets stages be empty",
}
