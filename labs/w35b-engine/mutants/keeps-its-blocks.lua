return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[        block_give(e->w, s->kv.table[--s->kv.blocks]);
    s->kv.blocks = s->shared]==],
     [==[        s->kv.blocks--;
    s->kv.blocks = s->shared]==]},
  },
  fails = "correct", message = "not back",
  why = "whoever is served keeps the blocks that were his own",
}
