return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[p->pp > 1 ? 2 * (double)p->chunks * bytes]],
     [[p->pp > 1 ? 2 * bytes]]},
  },
  fails = "correct", message = "pp",
  why = "sends once a stage, whatever the number of chunks",
}
