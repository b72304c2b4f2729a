return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[(ql[i] >> 4 & 0x0f0f0f0f) | (top & 0x30303030)]==],
     [==[(ql[i] >> 4 & 0x0f0f0f0f) | (top << 4 & 0x30303030)]==]},
  },
  fails = "correct",
  why = "quarters 2 and 3 of q6_K take the top bits of 0 and 1",
}
