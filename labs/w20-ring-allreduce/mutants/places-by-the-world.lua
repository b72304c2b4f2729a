return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[l = comm_rank(node);]],
     [[l = comm_rank(comm_world()) % L;]]},
  },
  fails = "correct", message = "The sizes of a message differ",
  why = "takes the rank's place in its node from its number in the world",
}
