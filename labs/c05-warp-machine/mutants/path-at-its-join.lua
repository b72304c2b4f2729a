return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[        if (pc[c] != join) {]=], [=[        {]=]},
  },
  fails = "correct", message = "issue",
  why = "makes a path of lanes that are at their join already, which issues there before the others come",
}
