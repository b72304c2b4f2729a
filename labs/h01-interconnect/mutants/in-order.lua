return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"if (at >= s->n - 1 || !IC_SEARCH) {",
     "if (at >= 0) {"},
  },
  fails = "profile",
  why = "makes the ring in the order of the GPUs' numbers",
}
