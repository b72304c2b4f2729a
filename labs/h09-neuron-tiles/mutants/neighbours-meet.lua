return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"a->at < until(l, b) && b->at < until(l, a);",
     "a->at <= until(l, b) && b->at <= until(l, a);"},
  },
  fails = "correct", message = "nt_races",
  why = "two ranges that only touch are taken to overlap",
}
