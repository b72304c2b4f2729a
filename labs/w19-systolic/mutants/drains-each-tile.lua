return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"* columns, M > P ? M : P }",
     "* columns, M > P ? M + 2 * P - 2 : P }"},
    {"clock < end; clock++) {",
     "clock < (end ? (p.tiles - 1) * p.period + M + 2 * P - 1 : 0); clock++) {"},
  },
  fails = "profile", message = "enters right behind the last row",
  why = "the next tile waits until the array is empty",
}
