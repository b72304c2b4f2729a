return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[            m.clock = WM_JUMPS ? soon : m.clock + 1;
]=], [=[            m.clock = WM_JUMPS ? soon : m.clock + 1;
            last = -1;
]=]},
  },
  fails = "correct", message = "issue",
  why = "forgets who issued last when a cycle has passed without an issue",
}
