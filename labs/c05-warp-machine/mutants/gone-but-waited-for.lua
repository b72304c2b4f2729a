return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[    for (int p = k; p >= 0; p = w->path[p].parent)
        w->path[p].mask &= ~gone;]=], [=[    w->path[k].mask = 0;]=]},
  },
  fails = "correct",
  why = "exit takes lanes out of their own path alone: they come back where the paths meet",
}
