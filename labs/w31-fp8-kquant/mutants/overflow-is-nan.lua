return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[x[i], 3, 0x3c800000, 0x7e)]==],
     [==[x[i], 3, 0x3c800000, 0x7f)]==]},
  },
  fails = "correct",
  why = "E4M3 beyond 448 becomes the code above it, which is NaN",
}
