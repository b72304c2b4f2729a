return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
layout_cosize(B) > layout_size(A) || !in_order(B, &m)]],
     [[
!in_order(B, &m)]]},
  },
  fails = "correct", message = "B leaves A",
  why = "takes elements behind the last one of A",
}
