return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[.pos = pos[k], .kv = &s->kv]==],
     [==[.pos = least(s->done + k, e->cfg->ctx - 1), .kv = &s->kv]==]},
  },
  fails = "correct", message = "plain decoding says",
  why = "a guess has the position of its slot, as if the tree were a chain",
}
