return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    comm_waitall(n, p->req);
}]],
     [[    comm_waitall(n, p->req);
    int64_t most = p->T * p->m.k * p->m.d;
    comm_all_reduce(p->comm, &most, &most, 1, COMM_I64, COMM_MAX);
    float *a = comm_alloc(p->P * most * 4), *b = comm_alloc(p->P * most * 4);
    comm_all_to_all(p->comm, a, b, most, COMM_F32);
    comm_free(a);
    comm_free(b);
}]]},
  },
  fails = "profile", message = "sent_B_max",
  why = "sends to each rank as much as the fullest message could hold",
}
