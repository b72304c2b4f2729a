return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    if (n <= b || snapped)]==],
     [==[    if (n < b || (n == b && e->c.kind != EVICT_SAGE) || snapped)]==]},
  },
  fails = "correct", message = "should be byte",
  why = "SAGE chooses when the cache is full, not when it is over",
}
