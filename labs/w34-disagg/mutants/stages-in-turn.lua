return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[*period = t * (double)stage_layers(m, pp) / L + hop;]=],
     [=[*period = *latency;]=]},
  },
  fails = "correct", message = "period",
  why = [[the next pass may begin when the longest stage is through, and not the last one]],
}
