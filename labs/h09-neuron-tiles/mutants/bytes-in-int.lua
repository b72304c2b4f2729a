return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"            int64_t bytes = g->k",
     "            int64_t bytes = (int)g->k"},
    {"+ g->m * g->n * g->c_B;",
     "+ (int)((uint64_t)g->m * (uint64_t)g->n * (uint64_t)g->c_B);"},
  },
  fails = "correct", message = "nt_block",
  why = "computes bytes in 32 bits",
}
