return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[        if (pc[c] != join) {]=], [=[        if (pc[c] != join && w->paths < WM_LANES) {]=]},
  },
  fails = "correct", message = "issue",
  why = "has room for 32 paths, one for each lane: those that wait have lanes, too",
}
