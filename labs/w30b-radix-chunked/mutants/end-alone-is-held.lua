return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    for (radix_node_t *x = end; x != &r->root; x = x->parent)
        if (x->holders++ == 0) {]=],
     [=[    for (radix_node_t *x = end; x != &r->root && x == end; x = x->parent)
        if (x->holders++ == 0) {]=]},
  },
  fails = "correct",
  why = [[only the last part of a beginning is held, and not what it stands on]],
}
