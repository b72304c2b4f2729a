return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[if (t->used + 1 < t->cap)]=],
     [=[if (t->used <= t->cap)]=]},
  },
  fails = "correct",
  why = [[room for cap bytes, and a byte more is written]],
}
