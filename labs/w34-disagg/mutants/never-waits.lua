return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[for (int a = at; a <= k && a <= at + 1; a++)]=],
     [=[for (int a = at; a <= at; a++)]=]},
  },
  fails = "correct", message = "it can at",
  why = [[a message may wait for its last piece even if the wire is free: the next first piece may be better]],
}
