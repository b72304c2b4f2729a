return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        mask[i] = (i ? mask[t->parent[i]] : 0) | (uint64_t)1 << i;]==],
     [==[        mask[i] = i ? mask[t->parent[i]] | (uint64_t)1 << t->parent[i] : 0;]==]},
  },
  fails = "correct", message = "mismatch",
  why = "a token attends to itself as well",
}
