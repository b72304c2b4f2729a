return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[return rate < wires ? rate : wires;]=],
     [=[return rate;]=]},
  },
  fails = "correct",
  why = [[what is computed has to get out]],
}
