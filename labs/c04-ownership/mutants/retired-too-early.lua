return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"if (s->owners || s->gen > GEN_MAX)", "if (s->owners || s->gen >= GEN_MAX)"},
  },
  fails = "correct", message = "own_new",
  why = "generation 255 is a good one",
}
