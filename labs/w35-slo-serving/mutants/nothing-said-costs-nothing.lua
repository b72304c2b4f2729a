return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[1e6 : INFINITY;]=],
     [=[1e6 : 0;]=]},
  },
  fails = "correct",
  why = [[no token was kept, and a million of them are free]],
}
