return mutant {
  base = "reference", file = "router.c",
  replace = {
    {".alpha = 1, .beta = 1e-3",
     ".alpha = .01, .beta = 1e-3"},
  },
  fails = "correct", message = "times the mean load",
  why = "alpha of a language model, on a toy whose loss is soon smaller",
}
