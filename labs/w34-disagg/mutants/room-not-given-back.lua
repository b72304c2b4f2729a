return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[    s->site[r->at].left += r->prompt;
    if (!lost) {]=],
     [=[    if (!lost) {]=]},
  },
  fails = "correct",
  why = [[when a cache has moved, its room where it was computed is free]],
}
