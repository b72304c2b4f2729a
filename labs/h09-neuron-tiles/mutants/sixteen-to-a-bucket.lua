return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"for (int i = j - 1; i >= 0; i--) {\n" ..
     "            b +=",
     "for (int i = j - 1; i >= 0 && i >= j - 16; i--) {\n" ..
     "            b +="},
  },
  fails = "correct", message = "nt_scale",
  why = "looks at buckets of at most sixteen chunks",
}
