return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        if (n == k && !(all->sure[i] > all->sure[best[k - 1]]))]==],
     [==[        if (n == k && !(all->sure[i] >= all->sure[best[k - 1]]))]==]},
    {[==[all->sure[best[at - 1]] < all->sure[i]; at--)]==],
     [==[all->sure[best[at - 1]] <= all->sure[i]; at--)]==]},
  },
  fails = "correct",
  why = "of equal nodes the one that was made first counts, and a parent is made before its child",
}
