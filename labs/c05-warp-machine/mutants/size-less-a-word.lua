return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[addr[l] >= size]=], [=[addr[l] > size - 4]=]},
  },
  fails = "correct",
  why = "takes 4 from the size of the memory to compare: of none that is the largest number",
}
