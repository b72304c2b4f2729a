return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[        G[i] *= by;
]=],
     ""},
  },
  fails = "correct", message = "dA",
  why = "alpha/r is missing on the way back to A",
}
