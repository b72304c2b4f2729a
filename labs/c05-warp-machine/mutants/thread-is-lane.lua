return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[reg[0][t % WM_LANES] = (uint32_t)t;]=], [=[reg[0][t % WM_LANES] = (uint32_t)(t % WM_LANES);]=]},
  },
  fails = "correct",
  why = "r0 has the number of the lane, not of the thread",
}
