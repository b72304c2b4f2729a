return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"            if (sbuf > g->sbuf ||",
     "            if (i != j || sbuf > g->sbuf ||"},
  },
  fails = "correct", message = "nt_block",
  why = "looks at square blocks",
}
