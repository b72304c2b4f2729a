return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[(int64_t)simd * up(pe, 2)]],
     [[(int64_t)up(simd, 2) * pe]]},
  },
  fails = "correct", message = "df_layer",
  why = "two products share an input, so outputs are paired and not inputs",
}
