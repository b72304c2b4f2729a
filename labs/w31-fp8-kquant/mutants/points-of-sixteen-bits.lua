return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[y[i] = rintf(x[i] - shift);]==],
     [==[y[i] = (float)(int16_t)(int)rintf(x[i] - shift);]==]},
  },
  fails = "correct", message = "mismatch: point",
  why = "lattice points are kept in 16 bits",
}
