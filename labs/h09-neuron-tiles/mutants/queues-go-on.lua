return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    memset(p->length, 0, sizeof p->length);\n",
     ""},
  },
  fails = "correct",
  why = "counts the queues on from the program before",
}
