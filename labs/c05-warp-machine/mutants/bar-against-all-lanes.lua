return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[if (i->op == WM_BAR && mask != w->live)]=], [=[if (i->op == WM_BAR && mask != ~0u)]=]},
  },
  fails = "correct",
  why = "takes a bar after some lanes have left for a split one",
}
