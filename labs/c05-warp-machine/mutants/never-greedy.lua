return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[if (policy == WM_OLDEST && last >= 0 && can[last])
        return last;
]=], [=[]=]},
  },
  fails = "correct", message = "wm_pick",
  why = "takes the lowest number: it drops a warp that could go on",
}
