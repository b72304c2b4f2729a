return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[[WM_LDG] = D | A,]=], [=[[WM_LDG] = D,]=]},
  },
  fails = "correct", message = "issue",
  why = "a load does not wait for its address",
}
