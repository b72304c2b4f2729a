return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
int64_t digit = k < to - 1 ? i % L->at[k].shape : i;]],
     [[
int64_t digit = i % L->at[k].shape;]]},
  },
  fails = "correct", message = "crd2idx",
  why = "an index beyond the end begins again at 0: the last leaf has no end",
}
