return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    while (q->una != in->psn && oldest(q)->wr.op != WR_READ)
        acknowledged(q, now);
    if (q->una != in->psn)
        return;]==],
     [==[
    while (q->una != in->psn && (oldest(q)->wr.op != WR_READ || in->op == PK_DATA))
        acknowledged(q, now);
    if (q->una != in->psn)
        return;]==]},
  },
  fails = "correct",
  why = "takes the bytes of a READ while an earlier one is still out",
}
