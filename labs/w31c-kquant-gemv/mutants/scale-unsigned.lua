return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[const signed char *sc = (const signed char *)(smem]==],
     [==[const unsigned char *sc = (smem]==]},
  },
  fails = "correct",
  why = "the scales of q6_K have no sign",
}
