return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    if (cq->overrun || cq->tail - cq->head == cq->depth)
        cq->overrun = 1;
    else
        cq->wc]==],
     [==[
    if (cq->tail - cq->head == cq->depth)
        cq->head++;
    cq->wc]==]},
  },
  fails = "correct", message = "overrun",
  why = "a full queue forgets its oldest completion",
}
