return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"sbuf >= room)",
     "sbuf > room)"},
  },
  fails = "correct", message = "nt_block",
  why = "of shapes with equal bytes and equal room takes the larger bm",
}
