return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"int64_t table = (int64_t)c.V * c.d;", "int64_t table = c.V * c.d;"},
  },
  fails = "correct", message = "mismatch",
  why = "a vocabulary times a width passes 2^31 before it is widened",
}
