return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[            changed |= next != after[p];
]=], [=[]=]},
  },
  fails = "correct", message = "join",
  why = "goes over the sets once: a jump backwards brings what it has not seen yet",
}
