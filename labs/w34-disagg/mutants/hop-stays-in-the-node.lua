return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[tp * pp <= c->node]=],
     [=[tp <= c->node]=]},
  },
  fails = "correct", message = "latency",
  why = [[an instance of four stages of four GPUs is larger than its node]],
}
