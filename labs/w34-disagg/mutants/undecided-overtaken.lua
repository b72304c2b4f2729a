return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[int to = s->undecided ? -1 : s->own ?]=],
     [=[int to = s->own ?]=]},
  },
  fails = "correct",
  why = [[a later prompt takes the room for which an earlier one waits]],
}
