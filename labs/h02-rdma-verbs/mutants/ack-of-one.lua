return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    while (q->una != in->psn && oldest(q)->wr.op != WR_READ)
        acknowledged(q, now);
]==],
     [==[]==]},
  },
  fails = "correct",
  why = "an ACK acknowledges its packet and none before it",
}
