return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"    return 1 + WM_RAMP_CYCLES + hops + WM_RAMP_CYCLES;",
     "    return 1 + WM_RAMP_CYCLES + hops;"},
  },
  fails = "correct", message = "cycles, expected",
  why = "counts the way up to the router and not the way down",
}
