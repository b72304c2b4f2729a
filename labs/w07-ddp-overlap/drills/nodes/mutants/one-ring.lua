return mutant {
  base = "reference", file = "nodes.c",
  replace = {{"    int rank = comm_rank(c), g = rank % node;\n",
              "    node = comm_size(c);\n    int rank = comm_rank(c), g = rank % node;\n"}},
  fails = "profile", message = "node_B_max",
  why = "the flat ring: right, and each node's port carries 2(P-1)/P of the buffer in place of 2(N-1)/N",
}
