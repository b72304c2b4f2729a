return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"                faults |= WM_OFF;",
     "                continue;"},
  },
  fails = "correct", message = "WM_OFF",
  why = "the edge of the wafer swallows words",
}
