return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[[WM_STG] = A | B]=], [=[[WM_STG] = A]=]},
  },
  fails = "correct", message = "issue",
  why = "a store does not wait for the value that it stores",
}
