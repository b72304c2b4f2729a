return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[    w->last = w->path[k].number;]=], [=[    w->last = k;]=]},
    {[=[if (w->path[k].number > w->last && !w->path[k].children)]=], [=[if (k > w->last && !w->path[k].children)]=]},
  },
  fails = "correct", message = "issue",
  why = "takes turns by places in its list, which move when a path ends",
}
