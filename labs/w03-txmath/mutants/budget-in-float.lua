return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"sqrt(C / (6 * 20))", "sqrtf((float)(C / (6 * 20)))"},
  },
  fails = "correct", message = "mismatch",
  why = "a float keeps seven digits",
}
