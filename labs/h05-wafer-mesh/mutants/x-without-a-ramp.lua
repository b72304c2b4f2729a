return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"at->row[i] + (at->col[i][j] - j) + WM_RAMP_CYCLES;",
     "at->row[i] + (at->col[i][j] - j);"},
  },
  fails = "correct", message = "cycles, expected",
  why = "a core has x's word when its router has it",
}
