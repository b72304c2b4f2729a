return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[code = mag > 0x7f800000 ? 0x7e00 : code;]==],
     [==[code = mag > 0x7f800000 ? 0x7e00 : mag < 0x38800000 ? 0 : code;]==]},
  },
  fails = "correct", message = "in fp16",
  why = "numbers below 2^-14 become zero: ten binades of gradients are gone",
}
