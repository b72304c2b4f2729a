return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[between->alpha + token / g / between->beta]=],
     [=[between->alpha + token / between->beta]=]},
  },
  fails = "correct", message = "latency",
  why = [[each of tp GPUs sends its part to the next stage]],
}
