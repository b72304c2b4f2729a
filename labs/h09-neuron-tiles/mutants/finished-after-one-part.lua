return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"need[NT_MATMUL] = (tile + 1) * l->parts, need",
     "need[NT_MATMUL] = tile * l->parts + 1, need"},
  },
  fails = "correct", message = "race",
  why = "a tile is finished when its first product is there",
}
