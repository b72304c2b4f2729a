return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
layout_cosize(B) > layout_size(A) || !in_order(B, &m)]],
     [[
layout_cosize(B) > layout_size(A)]]},
  },
  fails = "correct", message = "B meets itself",
  why = "composes leaf by leaf without asking whether the leaves of B add up without a carry",
}
