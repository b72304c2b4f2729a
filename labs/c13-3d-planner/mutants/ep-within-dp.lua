return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    if (p->dp * p->cp % p->ep ||]],
     [[    if (p->dp % p->ep ||]]},
  },
  fails = "correct", message = "faults",
  why = "lets ep divide dp alone, though cp's ranks share experts, too",
}
