return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[m->kv_heads * m->hd * m->width * tokens]=],
     [=[m->heads * m->hd * m->width * tokens]=]},
  },
  fails = "correct", message = "B expected",
  why = [[the cache has key and value heads, of which there are eight and not 64]],
}
