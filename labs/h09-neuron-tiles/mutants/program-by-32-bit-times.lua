return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {[[    int64_t free[NT_QUEUES], end[NT_SEND + 1][NT_OPS]; /*]],
     [[    int free[NT_QUEUES], end[NT_SEND + 1][NT_OPS]; /*]]},
    {[[    p->free[queue] = p->end[o.kind][i] = most(t, p->free[queue]) + lasts(p->l, o.kind);]],
     [[    p->free[queue] = p->end[o.kind][i] = (int)(most(t, p->free[queue]) + lasts(p->l, o.kind));]]},
  },
  fails = "profile", message = "least_pct",
  why = "makes programs by times of 32 bits: right ones, in which rings wait",
}
