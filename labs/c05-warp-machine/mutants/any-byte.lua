return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[addr[l] % 4 || addr[l] >= size]=], [=[addr[l] >= size]=]},
  },
  fails = "correct",
  why = "takes an address that is no multiple of 4",
}
