return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[        if (s && come)
            p->req[n++] = comm_irecv(p->comm, to + at * p->m.d, (int64_t)row(p, come), l, 0);
        if (s && go)
            p->req[n++] = comm_isend(p->comm, from + go_at * p->m.d, (int64_t)row(p, go), r, 0);
]],
     [[        comm_req each[1024];
        for (int64_t q = 0; s && q < go; q++)
            each[q] = comm_isend(p->comm, from + (go_at + q) * p->m.d, (int64_t)row(p, 1), r, 0);
        for (int64_t q = 0; s && q < come; q++)
            comm_recv(p->comm, to + (at + q) * p->m.d, (int64_t)row(p, 1), l, 0, NULL);
        if (s)
            comm_waitall((int)go, each);
]]},
  },
  fails = "profile", message = "msgs_max",
  why = "sends each row as a message of its own",
}
