return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    while (q->una != in->psn && oldest(q)->wr.op != WR_READ)]==],
     [==[
    for (int k = 0; k < q->sq_n && in->op == PK_DATA; k++) {
        const struct sent *s = &q->sq[(q->sq_head + k) % DEPTH];
        if (s->wr.op != WR_READ && ahead(in->psn, s->first) < s->packets)
            return;
    }
    while (q->una != in->psn && oldest(q)->wr.op != WR_READ)]==]},
  },
  fails = "correct",
  why = "drops data that answers no READ whole, and with it what it acknowledges",
}
