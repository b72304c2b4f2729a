return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[a->bytes = kv_bytes(&s->cfg.model, r->prompt - r->hit);]=],
     [=[a->bytes = 327680ll * (r->prompt - r->hit);]=]},
  },
  fails = "correct",
  why = [[what a token weighs stands in the code: another model has another cache]],
}
