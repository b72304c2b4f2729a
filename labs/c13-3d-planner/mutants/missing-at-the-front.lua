return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    double last = (double)(c->layers - c->missing / 2) * layer + head;]],
     [[    double last = most + head;]]},
  },
  fails = "correct", message = "compute",
  why = "takes the missing layers from the first stage alone",
}
