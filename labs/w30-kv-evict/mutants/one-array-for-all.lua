return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    if (e) {
        e->c = *c;
        e->fixed = -1;
    }]==],
     [==[    static float sums[2][1 << 14];
    if (e) {
        e->c = *c;
        e->fixed = -1;
        e->score = sums[0];
        e->spare = sums[1];
        e->room = 1 << 14;
    }]==]},
    {[==[    if (e) {
        free(e->score);
        free(e->spare);
    }
]==],
     [==[]==]},
  },
  fails = "correct",
  why = "all caches add up in one array: nothing shows until two layers take turns",
}
