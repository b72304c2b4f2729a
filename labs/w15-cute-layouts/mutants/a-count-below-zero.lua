return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[=[    if (n != lay_rank(L))
        return LAY_BAD;]=],
     [=[    if (n > lay_rank(L) || n == 0)
        return LAY_BAD;]=]},
  },
  fails = "correct", message = "crd2idx",
  why = "no coordinate has fewer than one number",
}
