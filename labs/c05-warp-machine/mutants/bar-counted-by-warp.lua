return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[    m->count->bar += waiting;
]=], [=[]=]},
    {[=[        w->waits = i->op == WM_BAR;
]=], [=[        w->waits = i->op == WM_BAR;
        m->count->bar += w->waits;
]=]},
  },
  fails = "correct", message = "count->bar",
  why = "counts a barrier once for each warp that comes",
}
