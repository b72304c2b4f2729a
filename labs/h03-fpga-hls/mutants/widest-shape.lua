return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
for (int k = 0; k < 6; k++) {
        int64_t b]],
     [[
for (int k = 5; k < 6; k++) {
        int64_t b]]},
  },
  fails = "correct", message = "df_layer",
  why = "narrow and deep blocks are sometimes fewer",
}
