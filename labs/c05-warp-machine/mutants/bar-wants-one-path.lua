return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {"i->op == WM_BAR && mask != w->live",
     "i->op == WM_BAR && w->paths > 1"},
  },
  fails = "correct",
  why = "takes a path that waits for lanes that are elsewhere",
}
