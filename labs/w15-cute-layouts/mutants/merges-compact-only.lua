return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
stride == last->shape * last->stride]],
     [[
last->stride == 1 && stride == last->shape]]},
  },
  fails = "correct", message = "coalesce",
  why = "asks whether the stride is the size before it, which holds for strides of 1 only",
}
