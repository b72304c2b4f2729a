return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[        stat->done[k] = r.p[k].done;]],
     [[        stat->done[k] = r.p[k].done, stat->stalls[k] = r.late[k];]]},
  },
  fails = "correct", message = "was stalled in",
  why = "in a standstill the stalls end with the last thing that happened",
}
