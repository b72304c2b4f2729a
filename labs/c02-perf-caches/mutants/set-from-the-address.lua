return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"(int)(block % (uint64_t)sets) * ways",
     "(int)(address[k] % (uint64_t)sets) * ways"},
  },
  fails = "correct", message = "cache_run",
  why = "the set comes from the address, not from the line: a line has as many sets as bytes",
}
