return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[if (w->path[k].number > w->last && !w->path[k].children)]=], [=[if (k == first)]=]},
  },
  fails = "correct", message = "issue",
  why = "gives the lowest path every turn",
}
