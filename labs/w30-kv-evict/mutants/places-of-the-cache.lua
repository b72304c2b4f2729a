return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[turn + (size_t)(relative ? j : pos[j]) * (size_t)hd]==],
     [==[turn + (size_t)j * (size_t)hd]==]},
    {[==[(size_t)(relative ? n - 1 : pos[n - 1])]==],
     [==[(size_t)(n - 1)]==]},
  },
  fails = "correct", message = "weight",
  why = "keys are always turned by their places in the cache",
}
