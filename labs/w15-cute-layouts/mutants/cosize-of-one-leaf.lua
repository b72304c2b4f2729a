return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
last += L->at[k].kids ? 0 : (L->at[k].shape - 1) * L->at[k].stride;]],
     [[
last = !L->at[k].kids && L->at[k].shape * L->at[k].stride > last + 1 ? L->at[k].shape * L->at[k].stride - 1 : last;]]},
  },
  fails = "correct", message = "layout_cosize",
  why = "takes the leaf that reaches furthest for the whole: the leaves' offsets add up",
}
