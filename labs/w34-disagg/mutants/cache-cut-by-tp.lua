return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[w->cached / (double)kv_cut(m, tp);]=],
     [=[w->cached / g;]=]},
  },
  fails = "correct", message = "latency",
  why = [[beyond kv_heads more GPUs read copies]],
}
