return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[m.clock = WM_JUMPS ? soon : m.clock + 1;]=], [=[m.clock++;]=]},
  },
  fails = "profile", message = "c_loads",
  why = "looks once in each cycle, if at nothing but the times that it has kept",
}
