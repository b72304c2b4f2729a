return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"first = (double)(c->bytes < t->chunk ? c->bytes : t->chunk)",
     "first = (double)c->bytes"},
  },
  fails = "correct", message = "ends at",
  why = "fills host memory with all bytes before the first goes on",
}
