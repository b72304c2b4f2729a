return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[        if (!w->path[k].children) /* both sides are the next instruction */
            arrive(w, k, join);
]=], [=[]=]},
  },
  fails = "correct",
  why = "a branch to the next instruction leaves a path that waits for none, and stands beyond its own join",
}
