return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    if (q->sq_n == q->a.sq_depth || (wr->op == WR_READ && wr->length > RC_MTU))
        return -1;]==],
     [==[
    if (q->sq_n == q->a.sq_depth)
        return -1;
    if (wr->op == WR_READ && wr->length > RC_MTU) {
        q->free_psn = (q->free_psn + 1) & PSN;
        return -1;
    }]==]},
  },
  fails = "correct",
  why = "a request that has failed to be posted takes a place",
}
