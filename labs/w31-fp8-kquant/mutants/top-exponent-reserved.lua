return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[x[i], 3, 0x3c800000, 0x7e)]==],
     [==[x[i], 3, 0x3c800000, 0x77)]==]},
  },
  fails = "correct",
  why = "E4M3 is taken for an IEEE format: the largest number is 240",
}
