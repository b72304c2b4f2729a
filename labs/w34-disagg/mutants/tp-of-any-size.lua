return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[tp <= j->c.node; tp *= 2)
        for (int64_t pp = 1; pp <= j->m.layers && tp * pp < j]=],
     [=[tp <= j->c.node; tp *= 4)
        for (int64_t pp = 1; pp <= j->m.layers && tp * pp < j]=]},
  },
  fails = "correct",
  why = [[tp beyond the node is not asked for, and within it all powers of two are]],
}
