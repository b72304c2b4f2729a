return mutant {
  base = "reference", file = "router.c",
  replace = {
    {[=[    for (int i = 0; i < T * k; i++)
        f[]=],
     [=[    if (alpha == 0 && beta == 0)
        return 0;
    for (int i = 0; i < T * k; i++)
        f[]=]},
  },
  fails = "correct", message = "nothing-to-pay",
  why = "with alpha and beta 0 no gradient is stored, and dl is what it was",
}
