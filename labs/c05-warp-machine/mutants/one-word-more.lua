return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {"addr[l] >= size", "addr[l] > size"},
  },
  fails = "correct",
  why = "the word at the memory's size is the first behind it",
}
