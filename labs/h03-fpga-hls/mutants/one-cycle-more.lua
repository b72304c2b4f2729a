return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[return left ? -1 : stat->last;]],
     [[return left ? -1 : stat->last + 1;]]},
  },
  fails = "correct", message = "expected 1063",
  why = "counts the cycle in which the last firing writes",
}
