return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    int n = cached(e, s, s->r.n, blk, &end) * e->cfg->bs;]==],
     [==[    int n = 0 * cached(e, s, s->r.n, blk, &end);]==]},
  },
  fails = "correct", message = "the longest time to a first byte",
  why = "the dispatcher hears that DECODE has nothing, and lets everybody wait for room that he does not need",
}
