return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[ - half_value(w->dmin) * (float)least]==],
     [==[ - 0 * (float)least]==]},
  },
  fails = "correct",
  why = "the product leaves the minima out",
}
