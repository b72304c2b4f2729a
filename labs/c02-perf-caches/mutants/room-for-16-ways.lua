return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"    uint64_t tag[CACHE_MOST];\n    int64_t used[CACHE_MOST], misses = 0;",
     "    uint64_t tag[CACHE_MOST];\n    int64_t used[CACHE_MOST], misses = 0;\n"
     .. "    ways = ways > 16 ? 16 : ways;"},
  },
  fails = "correct", message = "expected miss",
  why = "a fully associative cache has as many ways as lines",
}
