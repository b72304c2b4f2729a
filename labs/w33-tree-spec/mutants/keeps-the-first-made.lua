return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    int n = surest(&all, 1, all.n, how.total, kept);]==],
     [==[    int n = all.n - 1 < how.total ? all.n - 1 : how.total;
    for (int k = 0; k < n; k++)
        kept[k] = k + 1;]==]},
  },
  fails = "correct", message = "mismatch: tree",
  why = "reranking is the second half of the algorithm: the first levels are not the best nodes",
}
