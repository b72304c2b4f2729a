return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[x[i], 2, 0x38800000, 0x7b)]==],
     [==[x[i], 2, 0x38800000, 0x7c)]==]},
  },
  fails = "correct",
  why = "E5M2 overflows to infinity in place of 57,344",
}
