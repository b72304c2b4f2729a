return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[ + (p->recompute ? row * m->act : 0);]],
     [[;]]},
  },
  fails = "correct", message = "acts",
  why = "keeps nothing of the layer that is done again",
}
