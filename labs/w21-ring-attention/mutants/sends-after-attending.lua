return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[        if (s + 1 < P) {
            q[m++] = comm_irecv(comm, in, bytes, last, 0);
            q[m++] = comm_irecv(comm, in + n, bytes, last, 1);
            q[m++] = comm_isend(comm, K, bytes, next, 0);
            q[m++] = comm_isend(comm, V, bytes, next, 1);
        }
]],
     [[]]},
    {[[        comm_waitall(m, q);
        K = in;]],
     [[        if (s + 1 < P) {
            q[m++] = comm_irecv(comm, in, bytes, last, 0);
            q[m++] = comm_irecv(comm, in + n, bytes, last, 1);
            q[m++] = comm_isend(comm, K, bytes, next, 0);
            q[m++] = comm_isend(comm, V, bytes, next, 1);
        }
        comm_waitall(m, q);
        K = in;]]},
  },
  fails = "profile", message = "exposed_comm_ns",
  why = "posts the next block only when this one is done",
}
