return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[        w->path[w->paths++] = (struct path){]=],
     [=[        memset(w->due, 0, sizeof w->due), w->path[w->paths++] = (struct path){]=]},
  },
  fails = "correct", message = "issue",
  why = "a path waits only for registers that its own side of the branch has written",
}
