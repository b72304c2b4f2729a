return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[(int)ahead(q->next, q->una) >= q->a.window)]==],
     [==[(int)ahead(q->next, q->una) > q->a.window)]==]},
  },
  fails = "correct",
  why = "counts requests under way, not packets",
}
