return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[addr[l] >= size]=], [=[addr[l] + 4 > size]=]},
  },
  fails = "correct",
  why = "holds the end of a word against the memory's size: below 0 it wraps",
}
