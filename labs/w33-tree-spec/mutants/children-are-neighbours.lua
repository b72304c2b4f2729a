return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        if (t->parent[c] != at)
            continue;
        int32_t x]==],
     [==[        if (t->parent[c] != at)
            break;
        int32_t x]==]},
  },
  fails = "correct", message = "mismatch: yield",
  why = "between two siblings there may be the children of others",
}
