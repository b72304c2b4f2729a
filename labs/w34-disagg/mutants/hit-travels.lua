return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[kv_bytes(&s->cfg.model, r->prompt - r->hit)]=],
     [=[kv_bytes(&s->cfg.model, r->prompt)]=]},
  },
  fails = "correct", message = "B, expected",
  why = [[what the other side has need not travel]],
}
