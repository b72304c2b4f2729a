return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[    if (dX)
        gemm_add(T, W->in, l->r, (struct view){ G]=],
     [=[    if (dX && !l)
        gemm_add(T, W->in, l->r, (struct view){ G]=]},
  },
  fails = "correct", message = "dX",
  why = "the adapter has no part in dX",
}
