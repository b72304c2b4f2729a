return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[pp <= j->m.layers && tp * pp < j->c.gpus]=],
     [=[pp <= 1 && tp * pp < j->c.gpus]=]},
  },
  fails = "correct",
  why = [[pipeline stages are a way to cut an instance, too]],
}
