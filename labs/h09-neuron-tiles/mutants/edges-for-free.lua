return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"up(g->n, j) * g->m * g->a_B + up(g->m, i)",
     "g->n / j * g->m * g->a_B + g->m / i"},
  },
  fails = "correct", message = "nt_block",
  why = "the smaller blocks at the edge read nothing",
}
