return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[sum[0] += (int32_t)((p - low) / (1 << FIELD));]],
     [[sum[0] += (int32_t)(p >> FIELD);]]},
  },
  fails = "correct", message = "expected",
  why = "a negative lower sum has taken one from the upper",
}
