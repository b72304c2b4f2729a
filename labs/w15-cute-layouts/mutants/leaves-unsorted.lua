return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
for (; j > 0 && m->at[j - 1].stride > x->stride; j--)]],
     [[
for (; j > m->n; j--)]]},
  },
  fails = "correct", message = "complement",
  why = "goes through the leaves as they are written: holes are found by stride",
}
