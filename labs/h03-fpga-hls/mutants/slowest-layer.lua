return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[a->cycles + b->cycles,]],
     [[a->cycles > b->cycles ? a->cycles : b->cycles,]]},
  },
  fails = "correct", message = "the cycles of its folding",
  why = "the sum of the layers, not the slowest of them",
}
