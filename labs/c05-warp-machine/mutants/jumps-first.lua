return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[{ to, w->path[k].pc + 1 };]=], [=[{ w->path[k].pc + 1, to };]=]},
    {[=[{ jump, w->path[k].mask & ~jump };]=], [=[{ w->path[k].mask & ~jump, jump };]=]},
  },
  fails = "correct", message = "issue",
  why = "the lanes that go on get the lower number",
}
