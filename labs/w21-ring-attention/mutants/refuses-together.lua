return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    if (!kv)
        return -1;]],
     [[    if (!kv) {
        comm_barrier(comm);
        return -1;
    }]]},
  },
  fails = "profile", message = "msgs_max",
  why = "waits for all ranks before it refuses",
}
