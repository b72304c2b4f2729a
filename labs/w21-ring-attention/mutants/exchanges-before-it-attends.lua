return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[        if (!causal || scores(c, P, zigzag, r, from)) {]],
     [[        comm_waitall(m, q);
        m = 0;
        if (!causal || scores(c, P, zigzag, r, from)) {]]},
  },
  fails = "profile", message = "exposed_comm_ns",
  why = "waits for the next block before it works on this one",
}
