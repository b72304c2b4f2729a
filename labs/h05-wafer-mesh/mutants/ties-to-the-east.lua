return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"int from = (west <= east) == (turn == 0)",
     "int from = (west < east) == (turn == 0)"},
  },
  fails = "correct", message = "cycles, expected",
  why = "of two equal sides the root takes the eastern one first",
}
