return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"(int)(product ? i % p->in_slots * l->in_B",
     "(int)(product ? tile % p->in_slots * l->in_B"},
  },
  fails = "correct",
  why = "gives each operand a place by its tile, so that parts share one",
}
