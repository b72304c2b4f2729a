return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[*period = t * (double)stage_layers(m, pp) / L + hop;]=],
     [=[*period = t / (double)pp + hop;]=]},
  },
  fails = "correct", message = "period",
  why = [[the longest stage has more than its share of the layers]],
}
