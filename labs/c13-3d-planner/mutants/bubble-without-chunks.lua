return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    t.idle = t.micro * (double)(p->pp - 1) / (double)p->chunks;]],
     [[    t.idle = t.micro * (double)(p->pp - 1);]]},
  },
  fails = "correct", message = "idle",
  why = "chunks do not shorten its bubble",
}
