return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"    for (int k = 0; k < threads; k++) {\n"
     .. "        int from = (int)((int64_t)n * k / threads), to = (int)((int64_t)n * (k + 1) / threads);",
     "    for (int k = 0; k < threads; k++) {\n        int from = k ? n : 0, to = n;"},
  },
  fails = "correct", message = "share",
  why = "the first thread does it all",
}
