return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"s = s * expf(top - v) + 1;", "s = s + 1;"},
  },
  fails = "correct", message = "lse",
  why = "what was added relative to the old largest is too large relative to the new one",
}
