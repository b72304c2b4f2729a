return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[(double)(c->layers - c->missing / 2) * layer + head;]],
     [[(double)(c->layers - c->missing / 2) * layer;]]},
  },
  fails = "correct", message = "compute",
  why = "forgets the head, which the last stage has besides its layers",
}
