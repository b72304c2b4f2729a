return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    c.E = c.D / (double)p->ep;]],
     [[    c.E = c.D;]]},
  },
  fails = "correct", message = "optimizer",
  why = "shards the experts' state over dp and cp, of which only a part has the same experts",
}
