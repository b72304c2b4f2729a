return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"            at[c.pe] = c.cycle;",
     "            at[c.pe] = c.cycle + WM_RAMP_CYCLES;"},
  },
  fails = "correct", message = "at[",
  why = "counts the ramp's cycles, too",
}
