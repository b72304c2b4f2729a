return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"(uintptr_t)k * 128)",
     "(uintptr_t)k * 8)"},
  },
  fails = "profile", message = "shared_lines",
  why = "eight counters in one line",
}
