return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    if (s->turns < n)\n" ..
     "        return -1;\n" ..
     "    for (int i",
     "    if (s->turns < n)\n" ..
     "        return -1;\n" ..
     "    n = n > 1000 ? 1000 : n;\n" ..
     "    for (int i"},
  },
  fails = "correct", message = "nt_races",
  why = "looks at a thousand instructions",
}
