return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"        for (int h = 0; h < p.hops; h++)\n            carried",
     "        for (int h = 0; h < p.hops && h < 1; h++)\n            carried"},
  },
  fails = "correct", message = "carried[",
  why = "counts a copy on its first link only",
}
