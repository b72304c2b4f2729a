return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[(rnd[k] >> 16)]==],
     [==[rnd[k]]==]},
  },
  fails = "correct", message = "random bits",
  why = "16 bits are wanted and all 32 are added: the carry changes the weight itself",
}
