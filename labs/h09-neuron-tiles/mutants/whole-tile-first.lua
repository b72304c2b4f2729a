return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"need[NT_LOAD] = i + 1,",
     "need[NT_LOAD] = (tile + 1) * l->parts,"},
  },
  fails = "correct", message = "expected",
  why = "wants all operands of a tile before its first product: they do not fit",
}
