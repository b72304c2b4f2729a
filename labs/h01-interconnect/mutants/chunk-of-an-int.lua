return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"first = (double)(c->bytes < t->chunk ? c->bytes : t->chunk);",
     "first = (double)((int)c->bytes < (int)t->chunk ? (int)c->bytes : (int)t->chunk);"},
  },
  fails = "correct", message = "ends at",
  why = "takes the smaller of two ints, one of which was 16 GB",
}
