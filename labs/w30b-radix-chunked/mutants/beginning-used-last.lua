return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    for (radix_node_t *x = end; x != &r->root; x = x->parent)
        if (!x->holders) {
            list_remove(x);
            list_add(x, r->ends.older);
        }
}

int radix_match]=],
     [=[    if (end == &r->root)
        return;
    use(r, end->parent);
    if (!end->holders) {
        list_remove(end);
        list_add(end, r->ends.older);
    }
}

int radix_match]=]},
  },
  fails = "correct",
  why = [[a use goes from the root to the end: the beginning is older than what needs it, and leaves first]],
}
