return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"(int)((int64_t)n * k / threads), to = (int)((int64_t)n * (k + 1) / threads)",
     "n / threads * k, to = n / threads * (k + 1)"},
  },
  fails = "correct", message = "count_ge",
  why = "what n / threads leaves over belongs to nobody",
}
