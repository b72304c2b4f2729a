return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[n == WM_CODE ? ~0ull : (1ull << n) - 1]=], [=[n == WM_CODE ? 0 : (1ull << n) - 1]=]},
  },
  fails = "correct", message = "join",
  why = "a set of 64 is made by a shift of 64",
}
