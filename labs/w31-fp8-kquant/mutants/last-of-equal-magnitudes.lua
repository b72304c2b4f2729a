return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[fabsf(x[i]) > fabsf(most) ? x[i]]==],
     [==[fabsf(x[i]) >= fabsf(most) ? x[i]]==]},
  },
  fails = "correct", message = "mismatch: block",
  why = "of several largest magnitudes the last one gives its sign",
}
