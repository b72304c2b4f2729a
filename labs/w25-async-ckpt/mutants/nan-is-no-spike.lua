return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {"if (!isfinite(norm)) {",
     "if (norm > 1e300) {"},
  },
  fails = "correct", message = "watch",
  why = "a NaN is compared, and no comparison with it is true",
}
