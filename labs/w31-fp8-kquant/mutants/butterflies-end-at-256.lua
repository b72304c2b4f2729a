return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[for (int64_t h = 1; h < n; h *= 2)]==],
     [==[for (int64_t h = 1; h < n && h < 256; h *= 2)]==]},
  },
  fails = "correct", message = "mismatch",
  why = "the transform has eight passes, whatever n is",
}
