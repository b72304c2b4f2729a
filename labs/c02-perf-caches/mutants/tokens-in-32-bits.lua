return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"(uint64_t)prompt[i] + d", "prompt[i] + d"},
  },
  fails = "correct", message = "tokens",
  why = "two uint32_t are added before the sum becomes 64 bits wide",
}
