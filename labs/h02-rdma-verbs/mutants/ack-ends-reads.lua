return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[while (q->una != in->psn && oldest(q)->wr.op != WR_READ)]==],
     [==[while (q->una != in->psn)]==]},
  },
  fails = "correct",
  why = "an ACK behind a READ completes it, whose bytes have not come",
}
