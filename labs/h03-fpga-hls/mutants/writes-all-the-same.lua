return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
    int64_t least = -1;
    int at = 0;]],
     [[
    int64_t least = -1;
    int at = 0;
    for (int l = 0; l < layers; l++)
        simd[l] = pe[l] = 1;]]},
  },
  fails = "correct", message = "and there is no folding",
  why = "nothing is written where nothing fits",
}
