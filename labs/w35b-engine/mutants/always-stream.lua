return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[        s->evict = evict_new(&e->cfg->evict);]==],
     [==[        struct evict_cfg c = e->cfg->evict;
        c.kind = EVICT_STREAM;
        s->evict = evict_new(&c);]==]},
  },
  fails = "correct", message = "which the rule",
  why = "the first bytes and the newest ones stay, whatever rule was asked for",
}
