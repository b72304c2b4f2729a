return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[        add_rows(e, attn, S, 0, S, 0, 1, e->score);
    else if (e->c.kind == EVICT_SNAP)]==],
     [==[        (void)0;
    else if (e->c.kind == EVICT_SNAP)]==]},
  },
  fails = "correct", message = "should be byte",
  why = "H2O begins to add up with the first new token",
}
