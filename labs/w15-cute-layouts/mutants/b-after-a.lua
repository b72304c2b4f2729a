return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
return composition(A, &both, r);]],
     [[
return composition(&both, A, r);]]},
  },
  fails = "correct", message = "logical_divide",
  why = "B o A in the place of A o B: the tile is taken from the offsets and not from the indices",
}
