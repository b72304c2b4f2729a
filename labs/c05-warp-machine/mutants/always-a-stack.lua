return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[k >= 0 && paths == WM_INDEPENDENT;]=], [=[k >= 0 && paths > WM_INDEPENDENT;]=]},
  },
  fails = "correct",
  why = "runs the newest path by both rules: who waits for a flag hangs",
}
