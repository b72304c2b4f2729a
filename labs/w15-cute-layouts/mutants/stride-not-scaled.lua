return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
push(r, part, d * stride);]],
     [[
push(r, part, stride);]]},
  },
  fails = "correct", message = "composition",
  why = "takes A's stride for every step, whatever B's stride was",
}
