return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[q->now_rr.key, q->at + q->have, in->bytes, MR_LOCAL_WRITE)]==],
     [==[q->now_rr.key, q->at, q->length, MR_LOCAL_WRITE)]==]},
  },
  fails = "correct",
  why = "wants all of a receive buffer to be allowed, for a message that needs a part of it",
}
