return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"+ g->m * g->n * g->c_B;",
     "+ g->k * g->m * g->n * g->c_B;"},
  },
  fails = "correct", message = "nt_block",
  why = "writes each tile of C once a step",
}
