return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[    w->last = w->path[k].number;]=], [=[    w->last = i->op == WM_EXIT ? w->last : w->path[k].number;]=]},
  },
  fails = "correct", message = "issue",
  why = "an exit does not count as the turn of its path",
}
