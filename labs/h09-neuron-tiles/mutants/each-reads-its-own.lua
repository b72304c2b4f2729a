return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"up(g->n, j) * g->m * g->a_B + up(g->m, i) * g->n * g->b_B",
     "up(g->m, i) * g->m * g->a_B + up(g->n, j) * g->n * g->b_B"},
  },
  fails = "correct", message = "nt_block",
  why = "A is read again for each row of blocks, and B for each column",
}
