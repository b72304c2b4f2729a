return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    int b = e->c.budget, n = e->n, kept, s =]==],
     [==[    int b = e->c.budget > 1 ? e->c.budget - 1 : 1, n = e->n, kept, s =]==]},
  },
  fails = "correct", message = "there should stay",
  why = "one entry more goes, so that the next one has room",
}
