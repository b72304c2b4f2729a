return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"if (has_any(K, sig + (size_t)i * (size_t)K))",
     "if (K)"},
  },
  fails = "correct", message = "pair",
  why = "documents without a run are all alike",
}
