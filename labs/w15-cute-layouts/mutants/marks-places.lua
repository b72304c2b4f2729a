return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
    if (!in_order(A, &a))
        return LAY_BAD;
    for]],
     [[
    static char taken[1 << 20];
    if (!in_order(A, &a))
        return LAY_BAD;
    for (int64_t i = 0; i < layout_size(A); i++)
        taken[offset(A, 0, A->n, i) % (1 << 20)] = 1;
    for]]},
  },
  fails = "profile", message = "c_loads of complement",
  why = "marks the places of A one by one, to be sure of the holes: right, and as expensive as a table",
}
