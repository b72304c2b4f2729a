return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[(size_t)(relative ? n - 1 : pos[n - 1])]==],
     [==[(size_t)pos[n - 1]]==]},
  },
  fails = "correct",
  why = "the query stands where the text has it, the keys where the cache has them",
}
