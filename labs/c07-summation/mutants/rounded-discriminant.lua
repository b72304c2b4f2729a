return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"return fmaf(b, b, -w) + e;", "return fmaf(b, b, -w) + 0 * e;"},
  },
  fails = "correct", message = "mismatch: equations",
  why = "b*b is as good as exact, 4ac is rounded: what is left near a double root is that rounding",
}
