return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[(int64_t)simd * up(pe, 2)]],
     [[(int64_t)simd * pe / 2]]},
  },
  fails = "correct", message = "df_layer",
  why = "a product without a partner takes a whole slice",
}
