return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[pos[i] = i ? pos[t->parent[i]] + 1 : len;]==],
     [==[pos[i] = i ? pos[t->parent[i]] + 1 : 0;
    (void)len;]==]},
  },
  fails = "correct", message = "position",
  why = "positions go on where the committed text ends",
}
