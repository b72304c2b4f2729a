return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[(a + (1u << (drop - 1)) - 1 + (a >> drop & 1)) >> drop]==],
     [==[a >> drop]==]},
  },
  fails = "correct",
  why = "the bits that do not fit are cut off",
}
