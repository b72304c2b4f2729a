return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[ - (int64_t)worth * r[k].hit]=],
     [=[]=]},
    {[=[ - (int64_t)worth * r[best].hit]=],
     [=[]=]},
  },
  fails = "correct",
  why = [[sends a request where least is to do, wherever its beginning is cached]],
}
