return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[lo = last ? -128 : 0;]],
     [[lo = last ? -128 : -128;]]},
  },
  fails = "correct", message = "expected",
  why = "all layers but the last end at 0",
}
