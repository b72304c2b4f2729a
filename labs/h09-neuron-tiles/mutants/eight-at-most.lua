return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"i <= g->m && 2",
     "i <= g->m && i <= 8 && 2"},
    {"j <= g->n && 2",
     "j <= g->n && j <= 8 && 2"},
  },
  fails = "correct", message = "nt_block",
  why = "looks at shapes of at most 8 x 8 tiles",
}
