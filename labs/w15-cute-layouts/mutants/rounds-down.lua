return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
push(&rest, (M + filled - 1) / filled, filled);]],
     [[
push(&rest, M < filled ? 1 : M / filled, filled);]]},
  },
  fails = "correct", message = "complement",
  why = "leaves the places behind the last whole repetition out",
}
