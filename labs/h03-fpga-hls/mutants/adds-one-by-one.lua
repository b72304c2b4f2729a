return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[for (int left = simd; left > 1; left = up(left, 2))]],
     [[for (int left = simd; left > 1; left--)]]},
  },
  fails = "correct", message = "df_layer",
  why = "a tree adds two by two",
}
