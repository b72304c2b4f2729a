return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[if (most > 0 && isfinite(most) && isfinite(scale))]==],
     [==[if (isfinite(most))]==]},
  },
  fails = "correct", message = "mismatch",
  why = "a history of zeros gives an infinite scale",
}
