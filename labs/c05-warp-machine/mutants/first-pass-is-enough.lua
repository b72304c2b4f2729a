return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[+ passes - 1;]=], [=[;]=]},
  },
  fails = "correct", message = "issue",
  why = "a load's result is due with its first pass",
}
