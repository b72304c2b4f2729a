return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"kept += x[i] >= t;",
     "kept += !(x[i] < t);"},
  },
  fails = "correct", message = "filter_ge",
  why = "not less is not the same as greater or equal: NaN is neither",
}
