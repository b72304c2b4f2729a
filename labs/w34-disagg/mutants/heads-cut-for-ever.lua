return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[return tp < m->kv_heads ? tp : m->kv_heads;]=],
     [=[(void)m;
    return tp;]=]},
  },
  fails = "correct",
  why = [[16 GPUs of a head each, where there are eight: two of them have the same one]],
}
