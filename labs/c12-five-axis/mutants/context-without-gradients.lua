return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[int all = g->dp * g->cp, same]],
     [[int all = g->dp, same]]},
  },
  fails = "correct", message = "bytes of T_",
  why = "ranks of cp hold the same weights and see other tokens: they sum gradients too",
}
