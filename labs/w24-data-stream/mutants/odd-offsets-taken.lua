return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"e.offset % 2 || e.offset < head",
     "e.offset < head"},
  },
  fails = "correct", message = "odd offset",
  why = "a token that begins at an odd address",
}
