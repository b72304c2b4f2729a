return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[(uint8_t)(a > 0x7f800000 ? 0x7f : sign | code)]==],
     [==[(uint8_t)(sign | code)]==]},
  },
  fails = "correct",
  why = "a NaN becomes the largest number",
}
