return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    for (; q->rq_n; q->rq_n--, q->rq_head++)
        report(q->a.recv_cq, q->rq[q->rq_head % DEPTH].id, WC_WR_FLUSH_ERR);
]==],
     [==[]==]},
  },
  fails = "correct",
  why = "an error flushes the send queue only",
}
