return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"    p->hops = 0;\n    append",
     "    append"},
  },
  fails = "correct", message = "the links are",
  why = "keeps the direct way before the two of the staged path",
}
