return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    s->kv.len = n;
    shrink(e, s, blocks_of(e, n));]==],
     [==[    s->kv.len = n;]==]},
  },
  fails = "correct", message = "blocks held",
  why = "what stays moves together, and the blocks behind are kept",
}
