return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[        report(q->a.send_cq, q->sq[q->sq_head % DEPTH].wr.id, sq ? sq : WC_WR_FLUSH_ERR);]==],
     [==[
        if (q->sq[q->sq_head % DEPTH].wr.signaled)
            report(q->a.send_cq, q->sq[q->sq_head % DEPTH].wr.id, sq ? sq : WC_WR_FLUSH_ERR);]==]},
  },
  fails = "correct",
  why = "an unsignaled request fails without a completion",
}
