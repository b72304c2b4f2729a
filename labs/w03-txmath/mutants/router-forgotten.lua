return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"c.E * expert(&c) + (int64_t)c.d * c.E", "c.E * expert(&c)"},
  },
  fails = "correct", message = "mismatch",
  why = "the router is a matrix too",
}
