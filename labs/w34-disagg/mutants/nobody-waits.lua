return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[double rate = 2 * spare / (period * period + 2 * period * spare);]=],
     [=[double rate = 1 / period;]=]},
  },
  fails = "correct", message = "requests/s",
  why = [[a queue that is never empty waits without end: utilisation is not all of it]],
}
