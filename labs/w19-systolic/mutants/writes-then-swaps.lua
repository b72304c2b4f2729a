return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"            at->w = at->tag & SA_SWAP ? at->shadow : at->w;",
     "            at->shadow = r == in->row ? in->w[c] : at->shadow;\n" ..
     "            at->w = at->tag & SA_SWAP ? at->shadow : at->w;"},
  },
  fails = "correct", message = "w of the cell",
  why = "a weight that is written in the clock of the swap belongs to the tile after",
}
