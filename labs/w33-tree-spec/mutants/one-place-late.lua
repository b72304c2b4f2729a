return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    tree_positions(&t, kv->len, pos);]==],
     [==[    tree_positions(&t, kv->len + 1, pos);]==]},
  },
  fails = "correct", message = "position",
  why = "the root is the first token that the cache lacks: it stands at len",
}
