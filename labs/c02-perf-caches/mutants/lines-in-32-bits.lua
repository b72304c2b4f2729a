return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"uint64_t block = address[k] / (uint64_t)line;",
     "uint64_t block = (uint32_t)address[k] / (uint32_t)line;"},
  },
  fails = "correct", message = "expected miss",
  why = "addresses have 64 bits: lines 1 TiB apart are not the same line",
}
