return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"        cut[j - 1] = 1;\n" ..
     "    return done[n];",
     "        cut[j - 1] = j < n;\n" ..
     "    return done[n];"},
  },
  fails = "correct", message = "nt_scale",
  why = "the last bucket has no end",
}
