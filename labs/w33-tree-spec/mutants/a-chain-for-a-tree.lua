return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    tree_eagle2(&t, root, how, V, m, p);]==],
     [==[    how.width = how.width > 1 ? 1 : how.width;
    tree_eagle2(&t, root, how, V, m, p);]==]},
  },
  fails = "correct", message = "yield",
  why = "one guess a level is w05b's chain: the tree is what raises the yield",
}
