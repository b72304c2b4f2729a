return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"at->row[i] + (at->col[i][j] - j) + WM_RAMP_CYCLES;",
     "at->row[i] + WM_RAMP_CYCLES;"},
  },
  fails = "correct", message = "cycles, expected",
  why = "forgets x's way along the row to cores that have moved",
}
