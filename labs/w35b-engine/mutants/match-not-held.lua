return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    if (has(e, PART_PREFIX))
        radix_hold(e->m->tree, s->end);
    return hits;]==],
     [==[    s->end = NULL;
    return hits;]==]},
  },
  fails = "correct", message = "lies in no block",
  why = "what was found is not held, so that it is evicted under whoever reads it",
}
