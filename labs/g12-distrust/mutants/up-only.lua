return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"for (mask /= 2; mask > 0; mask /= 2)",
     "for (mask /= 2; mask > 1; mask /= 2)"},
  },
  fails = "correct", message = "sum",
  why = "the sum stays on rank 0 and its left half",
}
