return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    for (int j = e->n; j < n; j++)
        e->score[j] = 0;]==],
     [==[    for (int j = e->n; j < n && e->n == 0; j++)
        e->score[j] = 0;]==]},
  },
  fails = "correct", message = "should be byte",
  why = "a newcomer begins with what lay at its place before the cache moved up",
}
