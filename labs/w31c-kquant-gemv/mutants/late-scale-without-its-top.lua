return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[(head.w & 0x0f0f0f0f) | (head.y >> 2 & 0x30303030)]==],
     [==[head.w & 0x0f0f0f0f]==]},
  },
  fails = "correct",
  why = "the scales of sub-blocks 4 to 7 lack their two top bits",
}
