return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    if (s->turns < n)\n" ..
     "        return -1;\n" ..
     "    for (int i",
     "    if (s->turns < n)\n" ..
     "        return 0;\n" ..
     "    for (int i"},
  },
  fails = "correct", message = "nt_races",
  why = "a program that gets stuck has 0 races",
}
