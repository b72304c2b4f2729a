return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    s->kv.len = s->r.n;
    if (has(e, PART_PREFIX))
        share(e, s);
]==],
     [==[    s->kv.len = s->r.n;
]==]},
  },
  fails = "correct", message = "bytes went over the wire",
  why = "the tree of DECODE never hears of what came, so that all of each prompt travels",
}
