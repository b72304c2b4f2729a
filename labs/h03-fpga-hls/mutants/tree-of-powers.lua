return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[for (int left = simd; left > 1; left = up(left, 2))]],
     [[for (int left = simd; left > 1; left /= 2)]]},
  },
  fails = "correct", message = "df_layer",
  why = "five numbers need three stages, not two",
}
