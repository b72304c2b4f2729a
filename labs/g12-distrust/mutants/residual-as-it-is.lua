return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"t < V && v * all >= sum; t++)",
     "t < V && v >= sum && all > 0; t++)"},
  },
  fails = "correct", message = "verify",
  why = "what is left of p - q is not divided by its sum",
}
