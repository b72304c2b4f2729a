return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {"for (int p = k; p >= 0; p = w->path[p].parent)",
     "for (int p = k, up = 0; p >= 0 && up < 3; p = w->path[p].parent, up++)"},
  },
  fails = "correct",
  why = "takes lanes that leave from the nearest paths alone",
}
