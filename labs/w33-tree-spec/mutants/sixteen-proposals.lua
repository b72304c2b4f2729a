return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[=[if (o.rank + 1 < k)]=],
     [=[if (o.rank + 1 < k && o.rank + 1 < TREE_WIDTH)]=]},
  },
  fails = "correct", message = "worth",
  why = [[of a head no more than TREE_WIDTH proposals are looked at]],
}
