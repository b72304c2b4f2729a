return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[(p->recompute ? 6 : 4) * to)]],
     [[(p->recompute ? 3 : 2) * to)]]},
  },
  fails = "correct", message = "ep",
  why = "sends tokens to experts and brings nothing back",
}
