return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[(a + (1u << (drop - 1)) - 1 + (a >> drop & 1)) >> drop]==],
     [==[(a + (1u << (drop - 1))) >> drop]==]},
  },
  fails = "correct",
  why = "half of the last place is added whatever the last bit: ties go up",
}
