return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[turn + (size_t)(relative ? j : pos[j]) * (size_t)hd]==],
     [==[turn + (size_t)pos[j] * (size_t)hd]==]},
    {[==[(size_t)(relative ? n - 1 : pos[n - 1])]==],
     [==[(size_t)pos[n - 1]]==]},
  },
  fails = "correct",
  why = "keys are turned by their places in the text where the cache's are asked for",
}
