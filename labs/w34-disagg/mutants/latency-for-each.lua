return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[direct = w->alpha + (n - 1) * bytes / w->beta]=],
     [=[direct = (n - 1) * (w->alpha + bytes / w->beta)]=]},
  },
  fails = "correct", message = "all_reduce",
  why = [[what is sent to all others at once waits for one latency]],
}
