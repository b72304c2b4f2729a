return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    tree_eagle2(&t, root, how, V, m, p);]==],
     [==[    how.total++;
    tree_eagle2(&t, root, how, V, m, p);]==]},
  },
  fails = "correct", message = "budget",
  why = "total counts the nodes below the root",
}
