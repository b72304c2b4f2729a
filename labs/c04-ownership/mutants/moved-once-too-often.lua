return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"    if (s->gen == GEN_MAX)\n        return OWN_FULL;\n", ""},
  },
  fails = "correct", message = "own_move",
  why = "the last generation has no next one: the moved handle is null",
}
