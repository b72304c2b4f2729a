return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[pos[i] = i ? pos[t->parent[i]] + 1 : len;]==],
     [==[pos[i] = len + i;]==]},
  },
  fails = "correct", message = "mismatch",
  why = "siblings are alternatives for the same place of the text",
}
