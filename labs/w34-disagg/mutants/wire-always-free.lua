return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[sent[0] = s->free;]=],
     [=[sent[0] = 0;]=]},
  },
  fails = "correct", message = "it can at",
  why = [[something else is still on the wire]],
}
