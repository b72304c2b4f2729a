return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[        if (s + 1 < P) {
            q[m++] = comm_irecv(comm, in, bytes]],
     [[        if (P > 1) {
            q[m++] = comm_irecv(comm, in, bytes]]},
  },
  fails = "profile", message = "sent_B_max",
  why = "passes the last block on, too: each rank gets its own one back",
}
