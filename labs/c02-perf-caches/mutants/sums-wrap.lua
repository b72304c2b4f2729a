return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"(int64_t)a[j] +",
     "a[j] +"},
  },
  fails = "correct", message = "sum_cols",
  why = "four numbers are added in 32 bits before they become 64",
}
