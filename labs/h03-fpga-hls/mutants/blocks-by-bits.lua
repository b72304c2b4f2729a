return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[int64_t b = ((width + shape[k][0] - 1) / shape[k][0]) * ((words + shape[k][1] - 1) / shape[k][1]);]],
     [[int64_t b = (width * words + shape[k][0] * shape[k][1] - 1) / (shape[k][0] * shape[k][1]);]]},
  },
  fails = "correct", message = "df_layer",
  why = "a block gives 36 bits a cycle, however many it holds",
}
