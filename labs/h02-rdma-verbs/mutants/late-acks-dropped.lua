return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[if (ahead(in->psn, q->una) >= ahead(q->high, q->una))]==],
     [==[if (ahead(in->psn, q->una) >= ahead(q->next, q->una))]==]},
  },
  fails = "correct",
  why = "after going back, drops ACKs of what was sent before",
}
