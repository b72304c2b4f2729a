return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"route[r * w->W + j] = (wm_route_t){ WM_N, (uint8_t)(r < last ? 1 << WM_S : 0) };",
     "route[r * w->W + j] = (wm_route_t){ WM_N, (uint8_t)(1 << WM_RAMP | (r < last ? 1 << WM_S : 0)) };"},
  },
  fails = "correct",
  why = "x goes up the ramp in each row that it passes, also where nobody takes it",
}
