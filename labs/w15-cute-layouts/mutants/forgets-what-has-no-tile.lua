return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
both[1] = lay_tuple(rank, rest);]],
     [[
both[1] = lay_tuple(n, rest);]]},
  },
  fails = "correct", message = "zipped_divide",
  why = "modes of A without a tile are lost",
}
