return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"a->at < until(l, b) && b->at < until(l, a);",
     "a->at == b->at;"},
  },
  fails = "correct", message = "nt_races",
  why = "ranges that begin at different bytes are taken to be apart",
}
