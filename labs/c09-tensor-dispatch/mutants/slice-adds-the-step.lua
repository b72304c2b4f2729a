return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[(to - from) / step + ((to - from) % step != 0)]],
     [[(to - from + step - 1) / step]]},
  },
  fails = "correct", message = "slice",
  why = "rounds up by adding the step first, which wraps for a large one",
}
