return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[DF_PIPE - 1, (int64_t)]],
     [[DF_PIPE, (int64_t)]]},
  },
  fails = "correct", message = "df_layer",
  why = "the first turn is in the depth already",
}
