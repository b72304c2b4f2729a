return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[    gather(l);
    memset(l->grad]=],
     [=[    static int rank = -1;
    rank = rank < 0 ? j->rank : rank;
    gather(l);
    memset(l->grad]=]},
    {[=[j->extra.document + j->rank * t->batch]=],
     [=[j->extra.document + rank * t->batch]=]},
  },
  fails = "correct", message = "the loss is",
  why = "samples are shared out by the ranks of the first world",
}
