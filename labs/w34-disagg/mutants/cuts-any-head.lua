return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[m->heads % tp == 0 && (m->kv_heads % tp == 0 || tp % m->kv_heads == 0)]=],
     [=[m->heads % tp == 0]=]},
  },
  fails = "correct",
  why = [[tp divides the query heads, and has to fit those of keys and values]],
}
