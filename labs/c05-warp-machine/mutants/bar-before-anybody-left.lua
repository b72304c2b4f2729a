return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[if (i->op == WM_BAR && mask != w->live)]=], [=[if (i->op == WM_BAR && mask != w->live && w->live == ~0u)]=]},
  },
  fails = "correct",
  why = "holds the lanes that come to a bar against the others only as long as nobody has left",
}
