return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    comm_reduce_scatter(comm, part, mine, own * h, COMM_F32, COMM_SUM);]],
     [[    float *sum = room(T * h);
    comm_all_reduce(comm, part, sum, T * h, COMM_F32, COMM_SUM);
    memcpy(mine, sum + (mine - y), (size_t)(own * h) * sizeof *y);
    comm_free(sum);]]},
  },
  fails = "profile", message = "all_reduce",
  why = "sums all tokens on all ranks, and then takes its own",
}
