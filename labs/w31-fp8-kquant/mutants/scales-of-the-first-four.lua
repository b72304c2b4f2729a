return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[(w[2] & 0x0f0f0f0f) | (w[0] >> 2 & 0x30303030)]==],
     [==[w[2] & 0x0f0f0f0f]==]},
  },
  fails = "correct", message = "mismatch: block",
  why = "scales of sub-blocks 4 to 7 have only their low four bits",
}
