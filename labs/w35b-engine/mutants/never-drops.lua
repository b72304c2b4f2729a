return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    if (s->end)
        radix_drop(e->m->tree, s->end);
    s->end = NULL;]==],
     [==[    s->end = NULL;]==]},
  },
  fails = "correct", message = "not back",
  why = "a request that leaves still holds what it found in the tree, so that it is never evicted",
}
