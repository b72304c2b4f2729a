return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    for (int k = 0; h && k < HC_BLOCKS; k++)]=],
     [=[    for (int k = 0; k < HC_BLOCKS; k++)]=]},
  },
  fails = "correct",
  why = [[deleting NULL is allowed, and reads it]],
}
