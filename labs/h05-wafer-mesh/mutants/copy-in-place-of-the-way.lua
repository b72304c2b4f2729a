return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"            route[p].tx |= (uint8_t)(1 << (c > j ? WM_E : WM_RAMP));",
     "            route[p].tx = (uint8_t)(1 << (c > j ? WM_E : WM_RAMP));"},
  },
  fails = "correct",
  why = "the word goes to the core, and not on to the south",
}
