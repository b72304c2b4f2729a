return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[in->op == PK_SEND ? in->first : in->op == PK_WRITE && in->last && in->with_imm;]==],
     [==[in->op == PK_SEND && in->first;]==]},
    {[==[
    if (write)
        q->now_rr = q->rq[q->rq_head++ % DEPTH], q->rq_n--;]==],
     [==[
    if (write && q->rq_n)
        q->now_rr = q->rq[q->rq_head++ % DEPTH], q->rq_n--;]==]},
  },
  fails = "correct",
  why = "a WRITE with an imm needs no receive request",
}
