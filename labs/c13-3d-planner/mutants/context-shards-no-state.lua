return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    c.D = (double)(p->dp * p->cp);]],
     [[    c.D = (double)p->dp;]]},
  },
  fails = "correct", message = "expected",
  why = "shards the optimizer's state over dp alone",
}
