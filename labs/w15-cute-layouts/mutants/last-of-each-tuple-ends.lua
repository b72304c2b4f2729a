return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
        if (k == L->n - 1)
            crd[n - 1] += i * L->at[k].shape;
]],
     [[
]]},
  },
  fails = "correct", message = "idx2crd",
  why = "cuts off the last leaf as well",
}
