return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        mask[i] = (i ? mask[t->parent[i]] : 0) | (uint64_t)1 << i;]==],
     [==[        mask[i] = ~(uint64_t)0 >> (63 - i);]==]},
  },
  fails = "correct", message = "mismatch",
  why = "a triangle lets a node see its siblings and their children",
}
