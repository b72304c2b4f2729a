return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    for (int k = 0; k < n; k++)
        if (path[k] != k)]==],
     [==[    for (int k = n - 1; k >= 0; k--)
        if (path[k] != k)]==]},
  },
  fails = "correct", message = "cache",
  why = "a slot that is still to be moved is overwritten",
}
