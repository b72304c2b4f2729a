return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    if (ahead(in->psn, q->una) >= ahead(q->high, q->una))
        return;
    while (q->una != in->psn &&]==],
     [==[
    if (q->una == q->high)
        return;
    while (q->una != in->psn && q->sq_n > 1 &&]==]},
  },
  fails = "correct",
  why = "an ACK of what was acknowledged long ago is taken for one of today",
}
