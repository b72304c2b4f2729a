return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[        struct path *p = &w->path[parent];]=], [=[        struct path *p = &w->path[parent];
        w->last = p->children == 1 ? p->number : w->last;]=]},
  },
  fails = "correct", message = "issue",
  why = "when a path ends, the turn passes on from the number of the path that waited for it",
}
