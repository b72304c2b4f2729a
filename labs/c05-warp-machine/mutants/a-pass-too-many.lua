return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[+ passes - 1;]=], [=[+ passes;]=]},
  },
  fails = "correct", message = "issue",
  why = "counts the first pass twice",
}
