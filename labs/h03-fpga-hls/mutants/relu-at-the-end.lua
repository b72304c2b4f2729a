return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[lo = last ? -128 : 0;]],
     [[lo = last ? 0 : 0;]]},
  },
  fails = "correct", message = "expected",
  why = "the last layer keeps what is below 0",
}
