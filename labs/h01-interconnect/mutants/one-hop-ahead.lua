return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"if (at >= s->n - 1 || !IC_SEARCH) {",
     "if (at >= s->n - 1 || at >= 2) {"},
  },
  fails = "profile",
  why = "ends the ring with any two GPUs",
}
