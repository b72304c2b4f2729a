return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"at->row[i] + (at->col[i][j] - j) + WM_RAMP_CYCLES;",
     "at->row[i] + at->col[i][j] + WM_RAMP_CYCLES;"},
  },
  fails = "correct", message = "cycles, expected",
  why = "has x come along the row from its western end",
}
