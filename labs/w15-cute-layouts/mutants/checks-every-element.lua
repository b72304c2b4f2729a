return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
    *r = out;
    return LAY_OK;
]],
     [[
    for (int64_t i = 0; i < layout_size(B); i++)
        if (offset(&out, 0, out.n, i) != offset(A, 0, A->n, offset(B, 0, B->n, i)))
            return LAY_BAD;
    *r = out;
    return LAY_OK;
]]},
  },
  fails = "profile", message = "c_loads",
  why = "compares r(c) with A(B(c)) for every element: right, and as expensive as a table",
}
