return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
    if (shape == 1)
        return;
]],
     [[
]]},
  },
  fails = "correct", message = "coalesce",
  why = "a leaf of size 1 has one coordinate, 0, and no business in the result",
}
