return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"i <= g->m && 2 * i <= g->banks",
     "i <= g->m && i <= g->banks"},
    {"j <= g->n && 2 * i * j <= g->banks",
     "j <= g->n && i * j <= g->banks"},
  },
  fails = "correct", message = "nt_block",
  why = "gives all banks to one block: the next waits until it is finished",
}
