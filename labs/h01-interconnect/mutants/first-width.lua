return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"        if (t->link[p.link[h]].width < width)",
     "        if (h > p.hops)"},
  },
  fails = "correct", message = "machine",
  why = "prints the width of the first link, and not the smallest",
}
