return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"* columns, M > P ? M : P }", "* columns, M }"},
  },
  fails = "correct", message = "written while a cell",
  why = "a period of M clocks is too short for P rows of weights",
}
