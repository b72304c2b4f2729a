return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[t->parent[c] == at && !said_before(t, c) ? p]==],
     [==[t->parent[c] == at ? p]==]},
  },
  fails = "correct",
  why = "a second sibling with the same token has nothing left to be accepted with",
}
