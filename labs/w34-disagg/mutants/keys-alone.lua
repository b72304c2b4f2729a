return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[return 2 * m->layers * m->kv_heads]=],
     [=[return m->layers * m->kv_heads]=]},
  },
  fails = "correct", message = "B expected",
  why = [[keys are counted, and values forgotten]],
}
