return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[HIT_WORTH : 1;]=],
     [=[HIT_WORTH : 1000;]=]},
  },
  fails = "correct",
  why = [[any hit beats any queue: the replica with the popular beginning drowns]],
}
