return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[(m->layers + pp - 1) / pp]=],
     [=[m->layers / pp]=]},
  },
  fails = "correct",
  why = [[80 layers in three stages: one of them has 27]],
}
