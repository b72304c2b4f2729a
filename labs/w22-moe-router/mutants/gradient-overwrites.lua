return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"dl[idx[j]] += w[j] * (dw[j] - mean);",
     "dl[idx[j]] = w[j] * (dw[j] - mean);"},
  },
  fails = "correct", message = "it was",
  why = "the gradient replaces what was in dl instead of being added",
}
