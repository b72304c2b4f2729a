return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[speedup(agrees, K, (double)left / L);]==],
     [==[speedup(agrees, K, 1. / L);]==]},
  },
  fails = "correct", message = "layers",
  why = "a layer that is kept costs its share of a pass",
}
