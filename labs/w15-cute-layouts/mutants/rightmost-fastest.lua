return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
    int n = 0;
    for (int k = 0; k < L->n; k++) {
        if (L->at[k].kids)
            continue;
        crd[n++] = i % L->at[k].shape;
        i /= L->at[k].shape;
        if (k == L->n - 1)
            crd[n - 1] += i * L->at[k].shape;
]],
     [[
    int n = 0;
    int64_t rest = layout_size(L);
    for (int k = 0; k < L->n; k++) {
        if (L->at[k].kids)
            continue;
        rest /= L->at[k].shape;
        crd[n++] = i / rest;
        i %= rest;
]]},
  },
  fails = "correct", message = "idx2crd",
  why = "counts like a row-major array: in CuTe the leftmost leaf turns fastest",
}
