return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[policy == WM_TURNS ? last + 1 : 0]=], [=[policy == WM_TURNS && last >= 0 ? last : 0]=]},
  },
  fails = "correct", message = "wm_pick",
  why = "begins with the warp that issued last: in turns, it never gives its turn away",
}
