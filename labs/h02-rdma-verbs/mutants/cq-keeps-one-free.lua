return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[cq->tail - cq->head == cq->depth]==],
     [==[cq->tail - cq->head + (cq->depth > 1) == cq->depth]==]},
  },
  fails = "correct", message = "cq",
  why = "leaves one place empty to tell full from empty",
}
