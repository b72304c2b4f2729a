return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[i < width[h] && t->n < TREE_NODES; i++]==],
     [==[i < width[h]; i++]==]},
  },
  fails = "correct",
  why = "a product of widths outgrows 64 nodes soon",
}
