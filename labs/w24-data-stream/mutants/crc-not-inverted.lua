return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"return ~c;",
     "return c;"},
  },
  fails = "correct", message = "CRC",
  why = "the end is not inverted",
}
