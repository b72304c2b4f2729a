return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[if (nearest_d8(x, .5f, half) < nearest_d8(x, 0, y))]==],
     [==[if (nearest_d8(x, .5f, half) < 0 * nearest_d8(x, 0, y))]==]},
  },
  fails = "correct", message = "mismatch: point",
  why = "only the half of E8 that are integers",
}
