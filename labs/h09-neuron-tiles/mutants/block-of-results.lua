return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"2 * (i * g->a_B + j * g->b_B + g->c_B)",
     "2 * (i * g->a_B + j * g->b_B + i * j * g->c_B)"},
  },
  fails = "correct", message = "nt_block",
  why = "wants room in SBUF for a whole block of results",
}
