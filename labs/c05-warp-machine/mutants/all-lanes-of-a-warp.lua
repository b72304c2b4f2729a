return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[m.warp[t / WM_LANES].live |= 1u << t % WM_LANES;]=], [=[m.warp[t / WM_LANES].live = ~0u;]=]},
  },
  fails = "correct",
  why = "gives the last warp 32 lanes",
}
