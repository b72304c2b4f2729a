return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[(double)(flight * c.n) * row * (p]],
     [[(double)c.layers * row * (p]]},
  },
  fails = "correct", message = "acts",
  why = "holds one micro-batch's activations, as a run without a pipeline would",
}
