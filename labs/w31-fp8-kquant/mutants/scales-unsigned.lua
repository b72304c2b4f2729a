return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[float scale = d * b->scales[run];]==],
     [==[float scale = d * (uint8_t)b->scales[run];]==]},
  },
  fails = "correct", message = "mismatch: block",
  why = "the scales of Q6_K are taken for numbers without a sign",
}
