return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
        if (compose_leaf(&a, B->at[k].shape, B->at[k].stride, &m))
            return LAY_BAD;]],
     [[
        if (compose_leaf(&a, B->at[k].shape, B->at[k].stride, &m)) {
            *r = out;
            return LAY_BAD;
        }]]},
  },
  fails = "correct", message = "was to stay",
  why = "leaves half a result behind when it refuses",
}
