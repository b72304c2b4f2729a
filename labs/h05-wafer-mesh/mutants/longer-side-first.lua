return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"int from = (west <= east) == (turn == 0)",
     "int from = (west > east) == (turn == 0)"},
  },
  fails = "correct", message = "cycles, expected",
  why = "the root takes the longer side first, and waits",
}
