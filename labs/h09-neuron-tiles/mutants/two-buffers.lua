return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"(int)least((l->sbuf - slots * l->out_B) / l->in_B, l->tiles * l->parts)",
     "(int)least((l->sbuf - slots * l->out_B) / l->in_B, 2)"},
  },
  fails = "profile", message = "case slow-load",
  why = "two buffers are not enough for a transfer that lasts longer than two products",
}
