return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        if (path[k] != k)
]==],
     [==[        if (path[k] != k && n < 0)
]==]},
  },
  fails = "correct", message = "cache",
  why = "the next pass reads slots in the order of the text",
}
