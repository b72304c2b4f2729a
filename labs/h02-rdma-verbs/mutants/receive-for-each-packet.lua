return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[int takes = in->op == PK_SEND ? in->first]==],
     [==[int takes = in->op == PK_SEND ? 1]==]},
    {[==[
    if (in->first) {
        q->now_rr = q->rq]==],
     [==[
    if (!in->first) {
        q->now_rr = q->rq[q->rq_head++ % DEPTH], q->rq_n--;
    } else {
        q->now_rr = q->rq]==]},
  },
  fails = "correct",
  why = "takes a receive request for each packet of a SEND",
}
