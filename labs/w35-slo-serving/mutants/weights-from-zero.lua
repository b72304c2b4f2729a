return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[mode = mode > N ? N : mode;]=],
     [=[mode = 0;]=]},
  },
  fails = "correct",
  why = [[begins at P(B = 0), from which the weights of 20,000 values grow beyond any double]],
}
