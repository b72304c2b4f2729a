return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"float t = *s + y, b = t - *s, e = (*s - (t - b)) + (y - b);", "float t = *s + y, e = y - (t - *s);"},
  },
  fails = "correct", message = "ill-dot",
  why = "the short form is exact only when the sum is the larger of the two",
}
