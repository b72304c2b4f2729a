return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"            faults |= r.rx != c.from ? WM_REFUSED : WM_DROPPED;",
     "            faults = r.rx != c.from ? WM_REFUSED : WM_DROPPED;"},
  },
  fails = "correct",
  why = "tells the last fault, not all of them",
}
