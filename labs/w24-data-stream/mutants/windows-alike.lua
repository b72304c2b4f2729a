return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"permute(mix64(key + (uint64_t)v + 1), m, p - first)",
     "permute(mix64(key + 1), m, p - first)"},
  },
  fails = "correct", message = "position",
  why = "all windows are shuffled in the same way",
}
