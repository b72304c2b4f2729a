return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"    *s = (struct slot){ .child = NOBODY, .gen = s->gen + 1 };",
     "    *s = (struct slot){ .child = NOBODY, .gen = s->gen % GEN_MAX + 1 };"},
  },
  fails = "correct", message = "own_new",
  why = "after 255 occupants the oldest handles become valid again",
}
