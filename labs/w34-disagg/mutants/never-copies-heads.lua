return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[m->heads % tp == 0 && (m->kv_heads % tp == 0 || tp % m->kv_heads == 0)]=],
     [=[m->kv_heads % tp == 0]=]},
  },
  fails = "correct",
  why = [[tp may be more than there are key and value heads: they are copied]],
}
