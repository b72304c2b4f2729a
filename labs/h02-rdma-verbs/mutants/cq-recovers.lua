return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[if (cq->overrun || cq->tail - cq->head == cq->depth)]==],
     [==[if (cq->tail - cq->head == cq->depth)]==]},
  },
  fails = "correct", message = "cq_poll",
  why = "goes on after an overrun as if nothing were missing",
}
