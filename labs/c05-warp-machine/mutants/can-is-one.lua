return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[if (can[(first + k) % warps])]=], [=[if (can[(first + k) % warps] == 1)]=]},
    {[=[last >= 0 && can[last])]=], [=[last >= 0 && can[last] == 1)]=]},
  },
  fails = "correct", message = "wm_pick",
  why = "takes `can` for a truth of 1, and not for all but 0",
}
