return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[for (int k = 0; k < x->run.n && x->pass.n < DS_SEATS; k++)]=],
     [=[for (int k = 0; k < x->run.n; k++)]=]},
  },
  fails = "correct",
  why = [[a pass has so many seats and no more: the others wait for the next one]],
}
