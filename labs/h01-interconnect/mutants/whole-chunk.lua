return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"(double)(c->bytes < t->chunk ? c->bytes : t->chunk)",
     "(double)t->chunk"},
  },
  fails = "correct", message = "ends at",
  why = "waits for a whole chunk, though the copy is smaller",
}
