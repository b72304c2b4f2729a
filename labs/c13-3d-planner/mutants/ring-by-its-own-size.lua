return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[wire(k, p->tp * p->cp),]],
     [[wire(k, p->cp),]]},
  },
  fails = "correct", message = "cp",
  why = "asks whether cp fits into a node, though its members are tp apart",
}
