return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[    r->state = LOST;
    r->at = at;]=],
     [=[    r->state = LOST;
    s->site[at].left += r->need;
    r->need = 0;
    r->at = at;]=]},
  },
  fails = "correct",
  why = [[room at the destination stays taken when the cache is lost: it is computed there]],
}
