return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[[WM_BZ] = A,]=], [=[[WM_BZ] = 0,]=]},
  },
  fails = "correct", message = "issue",
  why = "a branch does not wait for its register",
}
