return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {"(!p->mask || p->pc == p->join)",
     "p->pc == p->join"},
  },
  fails = "correct",
  why = "a path whose lanes have all left waits on",
}
