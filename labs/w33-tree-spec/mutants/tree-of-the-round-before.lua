return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    tree_t t;
    uint64_t mask[TREE_NODES];
]==],
     [==[    static tree_t t;
    static int32_t was = -1;
    uint64_t mask[TREE_NODES];
]==]},
    {[==[    tree_eagle2(&t, root, how, V, m, p);]==],
     [==[    if (was != root)
        tree_eagle2(&t, root, how, V, m, p);
    was = root;]==]},
  },
  fails = "correct", message = "mismatch: yield",
  why = "a tree belongs to the text before it, not to its root alone",
}
