return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    if (q->inside == 1 + PK_SEND)
        report(q->a.recv_cq, q->now_rr.id, rr ? rr : WC_WR_FLUSH_ERR);
    q->inside = 0;
]==],
     [==[
    for (; q->sq_n; q->sq_n--, q->sq_head++, sq = 0)
        report(q->a.send_cq, q->sq[q->sq_head % DEPTH].wr.id, sq ? sq : WC_WR_FLUSH_ERR);
    if (q->inside == 1 + PK_SEND)
        report(q->a.recv_cq, q->now_rr.id, rr ? rr : WC_WR_FLUSH_ERR);
    q->inside = 0;
]==]},
  },
  fails = "correct",
  why = "flushes the send queue before the receive queue",
}
