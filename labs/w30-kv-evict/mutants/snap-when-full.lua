return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    if (e->c.kind == EVICT_SNAP)
        e->fixed = n;]==],
     [==[    if (e->c.kind == EVICT_SNAP && n > b)
        e->fixed = n;]==]},
  },
  fails = "correct", message = "there should stay",
  why = "SnapKV cuts when the cache is full for the first time, not when the prompt ends",
}
