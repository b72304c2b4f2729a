return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[(to - from) / step + ((to - from) % step != 0)]],
     [[(to - from) / step]]},
  },
  fails = "correct", message = "slice",
  why = "forgets the last element where the step does not come out even",
}
