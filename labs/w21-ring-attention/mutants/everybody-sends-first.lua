return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[            q[m++] = comm_irecv(comm, in, bytes, last, 0);
            q[m++] = comm_irecv(comm, in + n, bytes, last, 1);
            q[m++] = comm_isend(comm, K, bytes, next, 0);
            q[m++] = comm_isend(comm, V, bytes, next, 1);]],
     [[            comm_send(comm, K, bytes, next, 0);
            comm_send(comm, V, bytes, next, 1);
            comm_recv(comm, in, bytes, last, 0, NULL);
            comm_recv(comm, in + n, bytes, last, 1, NULL);]]},
  },
  fails = "correct", message = "circle",
  why = "each rank sends to the right and waits until that is taken, and nobody receives",
}
