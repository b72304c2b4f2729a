return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"p->in_slots * l->in_B + i % p->out_slots * l->out_B);",
     "p->in_slots * l->out_B + i % p->out_slots * l->out_B);"},
  },
  fails = "correct",
  why = "the tiles begin within the operands",
}
