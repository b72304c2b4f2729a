return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[    int P = comm_size(c), r = comm_rank(c), a = from, b = to;]],
     [[    int P = comm_size(c), r = comm_rank(comm_world()), a = from, b = to;]]},
  },
  fails = "correct",
  why = "orders by the numbers of the world, in which c may be turned round",
}
