return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[p.step *= (o->micro + g->pp - 1.0) / o->micro;]],
     [[p.step *= 1.0;]]},
  },
  fails = "correct", message = "step",
  why = "the stages of a pipeline wait while it fills and drains",
}
