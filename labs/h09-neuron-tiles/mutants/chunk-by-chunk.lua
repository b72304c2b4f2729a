return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"        for (int i = j - 1; i >= 0; i--) {\n" ..
     "            b +=",
     "        for (int i = j - 1; i >= j - 1; i--) {\n" ..
     "            b +="},
  },
  fails = "correct", message = "nt_scale",
  why = "a bucket for each chunk",
}
