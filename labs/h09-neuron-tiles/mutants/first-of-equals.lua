return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"(bytes == best && sbuf >= room)",
     "bytes == best"},
  },
  fails = "correct", message = "nt_block",
  why = "of shapes with equal bytes takes the first, however much room it needs",
}
