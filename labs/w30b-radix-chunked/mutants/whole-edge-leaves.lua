return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[        while (n < want && x->n)]=],
     [=[        while (x->n)]=]},
  },
  fails = "correct", message = "a count that cannot be",
  why = [[an edge is evicted whole: more blocks leave than were wanted]],
}
