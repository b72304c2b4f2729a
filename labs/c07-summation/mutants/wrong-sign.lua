return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"float y = x[k] - c, t", "float y = x[k] + c, t"},
  },
  fails = "correct", message = "kahan",
  why = "c is what the sum has too much: added, it doubles the error",
}
