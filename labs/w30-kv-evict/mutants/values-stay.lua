return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[        memcpy(v + (size_t)i * (size_t)hd, v + (size_t)keep[i] * (size_t)hd, row);
]==],
     [==[]==]},
  },
  fails = "correct", message = "v of entry",
  why = "keys and places move, values do not",
}
