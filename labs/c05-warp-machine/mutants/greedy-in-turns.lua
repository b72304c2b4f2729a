return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[if (policy == WM_OLDEST && last >= 0 && can[last])]=], [=[if (last >= 0 && can[last])]=]},
  },
  fails = "correct", message = "wm_pick",
  why = "is greedy by both rules",
}
