return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[if (i->op == WM_BAR && mask != w->live)]=], [=[if (i->op == WM_BAR && !mask)]=]},
  },
  fails = "correct", message = "and then its end",
  why = "lets a part of a warp wait at a bar for all of it",
}
