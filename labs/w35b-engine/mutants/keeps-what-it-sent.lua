return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    go_to(e, PREFILL);
    leave(e, s);
    go_to(e, DECODE);
    change(s);
    s->on = DECODE;]==],
     [==[    go_to(e, DECODE);
    change(s);
    s->away = (struct cache){ s->away.kv, NULL, s->away.kv.blocks };
    s->on = DECODE;]==]},
  },
  fails = "correct", message = "not back",
  why = "a cache that was moved keeps its blocks where it was computed",
}
