return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"(int)least((l->sbuf - slots * l->out_B) / l->in_B, l->tiles * l->parts)",
     "(int)least(l->sbuf / l->in_B, l->tiles * l->parts)"},
  },
  fails = "correct", message = "needs bytes",
  why = "counts the room for operands as if there were no tiles",
}
