return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[    int L = comm_size(node), l = comm_rank(node);]],
     [[    int L = comm_size(node), l = comm_rank(rail) % L;]]},
  },
  fails = "correct",
  why = "takes the part of its place in the rail, which is the node's number and not its own",
}
