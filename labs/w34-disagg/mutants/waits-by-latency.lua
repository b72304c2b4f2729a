return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[(period * period + 2 * period * spare)]=],
     [=[(latency * latency + 2 * latency * spare)]=]},
  },
  fails = "correct",
  why = [[in a pipeline the next request waits for a period, and not for the whole pass]],
}
