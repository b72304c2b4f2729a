return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    return (writes_sbuf(a->kind) || writes_sbuf(b->kind)) && a->at",
     "    return a->at"},
  },
  fails = "correct", message = "nt_races",
  why = "two that only read the same bytes are counted",
}
