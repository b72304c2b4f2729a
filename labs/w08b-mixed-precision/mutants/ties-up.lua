return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[(u + 0x7fff + (u >> 16 & 1)) >> 16]==],
     [==[(u + 0x8000) >> 16]==]},
  },
  fails = "correct", message = "in bf16",
  why = "half is always added: ties go up, and sums of many drift",
}
