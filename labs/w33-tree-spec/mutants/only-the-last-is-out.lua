return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        if (t->parent[c] == at) {
            sum -=]==],
     [==[        if (t->parent[c] == at && c == last) {
            sum -=]==]},
  },
  fails = "correct", message = "mismatch: law",
  why = "all children were refused, not the last one alone",
}
