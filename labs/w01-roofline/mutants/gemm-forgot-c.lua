return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"(M * K + K * N + M * N)", "(M * K + K * N)"},
  },
  fails = "correct", message = "mismatch",
  why = "C is written as well: three matrices cross the bus, not two",
}
