return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
        report(q->a.send_cq, wr->id, WC_WR_FLUSH_ERR);
        return 0;]==],
     [==[        return -1;]==]},
  },
  fails = "correct",
  why = "a queue pair in error refuses a request: whoever waits for its completion waits for ever",
}
