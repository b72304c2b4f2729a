return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        leaves = surest(all, from, all->n, how.width, leaf);]==],
     [==[        leaves = surest(all, from, all->n, how.width, leaf);
        for (int i = from; i < all->n; i++) {
            int in = 0;
            for (int k = 0; k < leaves; k++)
                in |= leaf[k] == i;
            all->sure[i] *= in;
        }]==]},
  },
  fails = "correct", message = "mismatch: tree",
  why = "nodes that were never expanded are kept if they are sure enough",
}
