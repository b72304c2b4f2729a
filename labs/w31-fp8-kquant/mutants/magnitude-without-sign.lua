return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[float d = extreme(QK, x) / -8, id]==],
     [==[float d = -fabsf(extreme(QK, x)) / 8, id]==]},
  },
  fails = "correct", message = "mismatch: block",
  why = "Q4_0 is made from the largest magnitude without its sign",
}
