return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[    free(sent);
]=],
     [=[]=]},
  },
  fails = "sanitize",
  why = [[the table of a stream is never given back]],
}
