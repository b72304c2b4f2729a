return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[later(uses[i->op] & D ? w->due[i->d] : 0, ]=], [=[later(0, ]=]},
  },
  fails = "correct", message = "issue",
  why = "the scoreboard looks at what is read only: an older load comes back over a newer result",
}
