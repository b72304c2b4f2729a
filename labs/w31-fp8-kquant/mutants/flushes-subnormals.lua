return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[uint32_t code = a < least ? small : normal;]==],
     [==[uint32_t code = a < least ? 0 & small : normal;]==]},
  },
  fails = "correct",
  why = "what is below the smallest normal number becomes 0",
}
