return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"            route[p].tx |= (uint8_t)(1 << (c > j ? WM_E : WM_RAMP));",
     [[
            c = j;
            route[p].tx |= (uint8_t)(1 << WM_RAMP);]]},
  },
  fails = "correct",
  why = "x goes up the ramp of column j, also where core j has moved",
}
