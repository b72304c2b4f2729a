return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[clamp((int)(x[j] * id + 8.5f), 0, 15)]==],
     [==[clamp((int)rintf(x[j] * id) + 8, 0, 15)]==]},
  },
  fails = "correct", message = "mismatch: block",
  why = "Q4_0 rounds to nearest even where the format adds a half and cuts",
}
