return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[        if (m->when > door_now(e->w)) {]==],
     [==[        if (m->when > door_now(e->w) && !m->s->said) {]==]},
  },
  fails = "correct", message = "on its way",
  why = "whoever has had the first byte decodes at once, while the cache is on the wire",
}
