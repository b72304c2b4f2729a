return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[ || (int)ahead(q->next, q->una) >= q->a.window)]==],
     [==[)]==]},
  },
  fails = "correct",
  why = "sends all that it has",
}
