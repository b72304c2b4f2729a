return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"2 * (i * g->a_B + j * g->b_B + g->c_B)",
     "i * g->a_B + j * g->b_B + 2 * g->c_B"},
  },
  fails = "correct", message = "nt_block",
  why = "has room for the operands of one step only",
}
