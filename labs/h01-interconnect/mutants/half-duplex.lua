return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"f->resource[f->uses++] = 2 * p->link[h] + p->back[h];",
     "f->resource[f->uses++] = 2 * p->link[h];"},
  },
  fails = "correct",
  why = "has both directions share a link",
}
