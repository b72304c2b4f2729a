return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    worked(p, p->rank, done);
    memcpy(ours]],
     [[    for (int k = 0; k < left; k++)
        comm_wait(open[k], NULL);
    worked(p, p->rank, done);
    memcpy(ours]]},
    {[[int k = comm_waitany(left, open, NULL), r = from[k];]],
     [[int k = left - 1, r = from[k];]]},
  },
  fails = "profile", message = "exposed_comm_ns",
  why = "works on nothing before all rows are there",
}
