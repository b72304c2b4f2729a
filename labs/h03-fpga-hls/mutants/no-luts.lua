return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[return words <= DF_LUTRAM ? 0 : least;]],
     [[return words <= 1 ? 0 : least;]]},
  },
  fails = "correct", message = "df_layer",
  why = "a few words take no block",
}
