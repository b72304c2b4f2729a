return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {[[    int bank = touches_bank(a->kind) && touches_bank(b->kind) && a->bank == b->bank;]],
     [[    int bank = touches_bank(a->kind) && touches_bank(b->kind) && (a->bank & 63) == (b->bank & 63);]]},
  },
  fails = "correct", message = "nt_races",
  why = "keeps banks as bits of 64, and a layer may have more",
}
