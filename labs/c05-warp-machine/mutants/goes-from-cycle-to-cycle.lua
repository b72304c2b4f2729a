return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[#define WM_JUMPS 1]=], [=[#define WM_JUMPS 0]=]},
  },
  fails = "profile", message = "c_loads",
  why = "looks at each warp in each cycle, as the naive rung does",
}
