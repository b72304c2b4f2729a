return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        if (o.rank + 1 < k)
]==],
     [==[        if (o.rank + 1 < k && o.rank < 0)
]==]},
  },
  fails = "correct", message = "worth",
  why = "a node that is taken makes its next sibling possible as well",
}
