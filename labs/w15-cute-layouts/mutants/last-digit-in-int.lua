return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[=[            crd[n - 1] += i * L->at[k].shape;]=],
     [=[            crd[n - 1] += (int)i * L->at[k].shape;]=]},
  },
  fails = "correct", message = "idx2crd((2,3):(3,1)",
  why = "the last digit has no end, and that of an int",
}
