return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[if (p->dp < 1 || p->tp < 1 || p->pp < 1 || p->cp < 1 || p->ep < 1 || p->micro < 1 || p->chunks < 1 ||]],
     [[if (!p->dp || !p->tp || p->pp < 1 || p->cp < 1 || p->ep < 1 || p->micro < 1 || p->chunks < 1 ||]]},
  },
  fails = "correct", message = "faults",
  why = "two negative degrees have a product that is right",
}
