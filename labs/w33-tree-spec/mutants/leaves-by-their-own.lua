return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        leaves = surest(all, from, all->n, how.width, leaf);]==],
     [==[        double whole[MADE + 1];
        memcpy(whole, all->sure, sizeof whole);
        for (int i = from; i < all->n; i++)
            all->sure[i] /= whole[all->parent[i]];
        leaves = surest(all, from, all->n, how.width, leaf);
        memcpy(all->sure, whole, sizeof whole);]==]},
  },
  fails = "correct", message = "mismatch: tree",
  why = "the most confident nodes of a level are so by the product along their paths",
}
