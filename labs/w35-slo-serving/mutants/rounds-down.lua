return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[return (a + b - 1) / b;]=],
     [=[return a / b;]=]},
  },
  fails = "correct",
  why = [[a part of a replica is none: the last tenth of the load has no machine]],
}
