return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    if (n <= b || snapped)]==],
     [==[    if (e->c.kind == EVICT_SAGE && e->fixed < 0 && n <= b)
        e->fixed = b - least(e->c.window, b - s);
    if (n <= b || snapped)]==]},
  },
  fails = "correct", message = "should be byte",
  why = "a prompt that fits counts as the selection",
}
