return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
both[0] = lay_tuple(n, in);]],
     [[
both[0] = n == 1 ? in[0] : lay_tuple(n, in);]]},
  },
  fails = "correct", message = "zipped_divide",
  why = "a single tile is no tuple any more: who takes mode 0 of mode 0 gets another thing",
}
