return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"(uint8_t)(r < last ? 1 << WM_S : 0)",
     "(uint8_t)(1 << WM_S)"},
  },
  fails = "correct",
  why = "x goes on below the last row",
}
