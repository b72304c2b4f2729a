return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[(size_t)(relative ? n - 1 : pos[n - 1])]==],
     [==[(size_t)(relative ? n - 2 + (n == 1) : pos[n - 1])]==]},
  },
  fails = "correct", message = "weight",
  why = "the query stands one behind itself",
}
