return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[code = code < 0x7c00 ? code : 0x7c00;]==],
     [==[code = code < 0x7c00 ? code : 0x7bff;]==]},
  },
  fails = "correct", message = "in fp16",
  why = "too large a gradient becomes 65,504: no overflow is ever seen, and no step is skipped",
}
