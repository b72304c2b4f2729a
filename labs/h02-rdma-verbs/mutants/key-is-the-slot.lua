return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[(uint32_t)(slot << 8 | version)]==],
     [==[(uint32_t)(slot << 8 | 1)]==]},
  },
  fails = "correct", message = "mr_",
  why = "a key is the slot: what was given back fits the next region",
}
