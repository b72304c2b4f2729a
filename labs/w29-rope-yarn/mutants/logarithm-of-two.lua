return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[.1 * log(s) + 1]==],
     [==[.1 * log2(s) + 1]==]},
  },
  fails = "correct", message = "yarn_mscale",
  why = "the binary logarithm for the natural one",
}
