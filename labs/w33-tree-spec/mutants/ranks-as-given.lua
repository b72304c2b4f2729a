return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[for (; at > 0 && acc[rank[at - 1]] < acc[i]; at--)]==],
     [==[for (; at < 0 && acc[rank[at - 1]] < acc[i]; at--)]==]},
  },
  fails = "correct", message = "worth",
  why = "measured accuracies need not fall from rank to rank",
}
