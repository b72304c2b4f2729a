return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
struct modes a = leaves_of(A), m;]],
     [[
struct modes a = { 0 }, m;
    for (int k = 0; k < A->n; k++)
        if (!A->at[k].kids && A->at[k].shape > 1)
            a.at[a.n++] = A->at[k];]]},
  },
  fails = "correct", message = "composition",
  why = "does not coalesce A, and refuses steps that only its way of writing A forbids",
}
