return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        mask[i] = (i ? mask[t->parent[i]] : 0) | (uint64_t)1 << i;]==],
     [==[        mask[i] = (i ? (uint64_t)1 << t->parent[i] : 0) | (uint64_t)1 << i;]==]},
  },
  fails = "correct", message = "mismatch: mask",
  why = "a node sees all of its ancestors, not the last one alone",
}
