return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"* columns, M > P ? M : P }",
     "* columns, M > 2 * P ? M : 2 * P }"},
    {"clock < end; clock++) {",
     "clock < (end ? (p.tiles - 1) * p.period + M + 2 * P - 1 : 0); clock++) {"},
  },
  fails = "profile", message = "with few rows the array waits",
  why = "a row of shadows is free long before the wave has left the array",
}
