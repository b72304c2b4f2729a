return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[        for (int b = c.bram; b <= 256 && c.cycles < quickest[b]; b++)]],
     [[        for (int b = 0; b <= 256; b++)]]},
  },
  fails = "correct", message = "expected",
  why = "a folding that is slower, but needs fewer blocks, may be the only one that fits",
}
