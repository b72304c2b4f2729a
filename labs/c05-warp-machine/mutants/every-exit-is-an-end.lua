return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[next = p == last ? 0 : all;]=], [=[next = last < 0 ? all : 0;]=]},
  },
  fails = "correct", message = "join",
  why = "an exit in one side keeps the other lanes from meeting: ways to it count like any",
}
