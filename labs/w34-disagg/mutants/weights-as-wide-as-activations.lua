return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[m->mm * m->bytes / g]=],
     [=[m->mm * (double)m->width / g]=]},
  },
  fails = "correct", message = "latency",
  why = [[four-bit weights are a quarter of what 16 bits are, and the cache stays as it is]],
}
