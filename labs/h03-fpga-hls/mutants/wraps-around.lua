return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[return (int8_t)(v < lo ? lo : v > 127 ? 127 : v);]],
     [[return (int8_t)(v < lo ? lo : v);]]},
  },
  fails = "correct", message = "expected",
  why = "300 is 127, not 44",
}
