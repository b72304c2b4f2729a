return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[snapped = e->c.kind == EVICT_SNAP && e->fixed >= 0;]==],
     [==[snapped = 0;]==]},
  },
  fails = "correct", message = "there should stay",
  why = "SnapKV goes on evicting while the answer is written",
}
