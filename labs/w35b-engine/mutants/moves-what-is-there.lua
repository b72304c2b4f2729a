return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    return s->r.n - s->away.kv.len;]==],
     [==[    return s->r.n;]==]},
    {[==[            if (s->to >= 0)
                wire_put(e->w, &s->kv, &s->away.kv, s->away.kv.len, travels(s), from, last[g] + 1 - from);]==],
     [==[            if (s->to >= 0)
                wire_put(e->w, &s->kv, &s->away.kv, 0, travels(s), from, last[g] + 1 - from);]==]},
    {[==[    wire_put(e->w, &s->kv, &s->away.kv, s->away.kv.len, travels(s), 0, (int)e->cfg->model.layers);]==],
     [==[    wire_put(e->w, &s->kv, &s->away.kv, 0, travels(s), 0, (int)e->cfg->model.layers);]==]},
  },
  fails = "correct", message = "on its way",
  why = "the whole prompt travels, over blocks that DECODE has and that others read",
}
