return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    *cached = r->cached;
    *held = r->held;]=],
     [=[    *cached = 0;
    *held = r->held;
    for (size_t k = 0; k < r->room; k++)
        for (const radix_node_t *x = r->table[k]; x; x = x->next)
            *cached += x->n;]=]},
  },
  fails = "profile", message = "c_loads of tree",
  why = [[how much is cached is counted anew each time]],
}
