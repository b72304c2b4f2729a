return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[a->dsp + b->dsp <= dsp &&]],
     [[b->dsp <= dsp &&]]},
  },
  fails = "correct", message = "slices and",
  why = "each layer may have the budget, and not all of them",
}
